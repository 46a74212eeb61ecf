ALTER TABLE `bookings` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `payouts_newest` ON `payouts` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_of_status` ON `payouts` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_leaving` ON `payouts` (`scheduled_for`,`id`) WHERE scheduled_for is not null;--> statement-breakpoint
CREATE INDEX `payouts_leaving_by_status` ON `payouts` (`status`,`scheduled_for`,`id`) WHERE scheduled_for is not null;--> statement-breakpoint
CREATE INDEX `payouts_leaving_to` ON `payouts` (`operator_id`,`scheduled_for`,`id`) WHERE scheduled_for is not null;--> statement-breakpoint
CREATE INDEX `payouts_leaving_to_by_status` ON `payouts` (`operator_id`,`status`,`scheduled_for`,`id`) WHERE scheduled_for is not null;