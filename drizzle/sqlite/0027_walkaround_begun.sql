ALTER TABLE `vehicle_checks` ADD `started_at` integer;--> statement-breakpoint
CREATE INDEX `payments_written` ON `payments` (`created_at`,`id`,`status`,`means`,`trip_id`);