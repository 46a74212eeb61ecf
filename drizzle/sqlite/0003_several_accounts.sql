DROP INDEX `users_email`;--> statement-breakpoint
CREATE INDEX `users_sign_in` ON `users` (`email`) WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`operator_id`,`email`) WHERE removed_at is null;--> statement-breakpoint
ALTER TABLE `sign_in_links` ADD `email` text;