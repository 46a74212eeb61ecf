DROP INDEX `bookings_diary`;--> statement-breakpoint
DROP INDEX `bookings_whole_diary`;--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_ref` ON `bookings` (`ref`);--> statement-breakpoint
CREATE INDEX `bookings_diary` ON `bookings` (`operator_id`,`status`,`departs_at`,`id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `bookings_whole_diary` ON `bookings` (`operator_id`,`departs_at`,`id`,`updated_at`);--> statement-breakpoint
DROP INDEX `drivers_roster`;--> statement-breakpoint
CREATE INDEX `drivers_roster` ON `drivers` (`operator_id`,`created_at`,`id`,`removed_at`);--> statement-breakpoint
DROP INDEX `offers_inbox`;--> statement-breakpoint
DROP INDEX `offers_open`;--> statement-breakpoint
CREATE INDEX `offers_inbox` ON `offers` (`operator_id`,`offered_at`,`id`,`outcome`,`declined_at`,`live_quote_id`,`quote_by`,`updated_at`);--> statement-breakpoint
CREATE INDEX `offers_open` ON `offers` (`operator_id`,`quote_by`,`id`,`outcome`,`declined_at`,`live_quote_id`,`updated_at`) WHERE outcome is null;--> statement-breakpoint
DROP INDEX `webhook_deliveries_log`;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_log` ON `webhook_deliveries` (`subscription_id`,`created_at`,`id`,`status`,`event`);--> statement-breakpoint
CREATE INDEX `assignments_of_driver` ON `assignments` (`driver_id`,`booking_id`);--> statement-breakpoint
CREATE INDEX `operators_newest` ON `operators` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_by_status` ON `payouts` (`operator_id`,`status`,`created_at`,`id`);