DROP INDEX `activities_age`;--> statement-breakpoint
DROP INDEX `bookings_whole_diary`;--> statement-breakpoint
DROP INDEX `messages_driver`;--> statement-breakpoint
DROP INDEX `messages_recipient`;--> statement-breakpoint
DROP INDEX `messages_age`;--> statement-breakpoint
DROP INDEX `messages_customer`;--> statement-breakpoint
DROP INDEX `messages_listed`;--> statement-breakpoint
CREATE INDEX `messages_listed` ON `messages` (`operator_id`,`created_at`,`id`,`trip_id`) WHERE operator_id is not null;--> statement-breakpoint
DROP INDEX `payments_with_provider`;--> statement-breakpoint
DROP INDEX `payments_trip`;--> statement-breakpoint
DROP INDEX `payments_quote`;--> statement-breakpoint
CREATE INDEX `payments_trip` ON `payments` (`trip_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_quote` ON `payments` (`quote_id`);--> statement-breakpoint
DROP INDEX `quotes_offer`;--> statement-breakpoint
DROP INDEX `quotes_trip`;--> statement-breakpoint
CREATE INDEX `quotes_trip` ON `quotes` (`trip_id`,`offer_id`);--> statement-breakpoint
DROP INDEX `scheduler_due`;--> statement-breakpoint
DROP INDEX `trip_places_age`;--> statement-breakpoint
DROP INDEX `credentials_token_id`;--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_token_id` ON `credentials` (`token_id`) WHERE trip_id is null;--> statement-breakpoint
DROP INDEX `trips_mask_version`;--> statement-breakpoint
CREATE INDEX `trips_mask_version` ON `trips` (`mask_version`) WHERE mask_version < 3;