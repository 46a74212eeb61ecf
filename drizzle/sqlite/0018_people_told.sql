CREATE TABLE `quote_notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` integer NOT NULL,
	`trip_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`is_closed` integer NOT NULL,
	`told_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_notices_quote` ON `quote_notices` (`quote_id`);--> statement-breakpoint
CREATE INDEX `quote_notices_trip` ON `quote_notices` (`trip_id`);--> statement-breakpoint
ALTER TABLE `messages` ADD `fact` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `topic` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `to_kind` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `operator_id` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `trip_id` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `user_id` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `subject_id` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `news_key` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `told_again_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `carried_by_id` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_news` ON `messages` (`news_key`) WHERE news_key is not null;--> statement-breakpoint
CREATE INDEX `messages_listed` ON `messages` (`operator_id`,`created_at`,`id`,`status`,`trip_id`) WHERE operator_id is not null;--> statement-breakpoint
CREATE INDEX `messages_waiting` ON `messages` (`user_id`,`channel`) WHERE status = 'queued' and user_id is not null;--> statement-breakpoint
CREATE INDEX `messages_carried` ON `messages` (`carried_by_id`) WHERE carried_by_id is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `users` ADD `notifications` text;--> statement-breakpoint
CREATE INDEX `credentials_trip` ON `credentials` (`trip_id`) WHERE trip_id is not null;--> statement-breakpoint
-- What is told by itself from now on has its dates also where it was entered before.
INSERT INTO `scheduler` (`kind`, `lane`, `subject_id`, `due_at`, `ready_at`, `attempts`, `created_at`)
	SELECT 'driver_documents', 'main', `id`, 0, 0, 0, 0 FROM `drivers`
	WHERE `removed_at` IS NULL AND (`license_expires_at` IS NOT NULL OR `dbs_expires_at` IS NOT NULL);--> statement-breakpoint
INSERT INTO `scheduler` (`kind`, `lane`, `subject_id`, `due_at`, `ready_at`, `attempts`, `created_at`)
	SELECT 'vehicle_documents', 'main', `id`, 0, 0, 0, 0 FROM `vehicles`
	WHERE `removed_at` IS NULL AND `mot_due` IS NOT NULL;--> statement-breakpoint
INSERT INTO `scheduler` (`kind`, `lane`, `subject_id`, `due_at`, `ready_at`, `attempts`, `created_at`)
	SELECT 'quote_reminder', 'main', `id`, `quote_by` - 86400000, `quote_by` - 86400000, 0, 0 FROM `trips`
	WHERE `status` = 'open';--> statement-breakpoint
INSERT INTO `scheduler` (`kind`, `lane`, `subject_id`, `due_at`, `ready_at`, `attempts`, `created_at`)
	SELECT 'day_before', 'main', `id`, `departs_at` - 86400000, `departs_at` - 86400000, 0, 0 FROM `bookings`
	WHERE `status` = 'active' AND `finished_at` IS NULL;
