ALTER TABLE `users` ADD `role_before` text;--> statement-breakpoint
ALTER TABLE `users` ADD `role_since` integer;