CREATE TABLE `activities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`kind` text NOT NULL,
	`what` text NOT NULL,
	`ref` text,
	`by_kind` text NOT NULL,
	`credential_id` integer,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `activities_newest` ON `activities` (`operator_id`,`at`,`id`,`kind`);--> statement-breakpoint
CREATE INDEX `activities_of` ON `activities` (`operator_id`,`ref`,`at`,`id`,`kind`) WHERE ref is not null;--> statement-breakpoint
CREATE INDEX `activities_age` ON `activities` (`at`);--> statement-breakpoint
CREATE TABLE `brands` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`accent` text,
	`logo_type` text,
	`logo_hash` text,
	`logo` text,
	`sign_off` text,
	`messages` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brands_operator` ON `brands` (`operator_id`);--> statement-breakpoint
CREATE TABLE `server_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`encrypted` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trip_words` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trip_id` integer NOT NULL,
	`word` text NOT NULL,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trip_words_word` ON `trip_words` (`word`,`trip_id`);--> statement-breakpoint
CREATE INDEX `trip_words_trip` ON `trip_words` (`trip_id`);--> statement-breakpoint
CREATE TABLE `__new_users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`phone` text,
	`notifications` text,
	`invited_at` integer,
	`removed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_users`("id", "operator_id", "email", "name", "role", "phone", "notifications", "invited_at", "removed_at", "created_at") SELECT "id", "operator_id", "email", "name", "role", "phone", "notifications", "invited_at", "removed_at", "created_at" FROM `users`;--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_users', 0 WHERE NOT EXISTS (SELECT 1 FROM `sqlite_sequence` WHERE `name` = '__new_users');--> statement-breakpoint
UPDATE `sqlite_sequence` SET `seq` = coalesce((SELECT `seq` FROM `sqlite_sequence` WHERE `name` = 'users'), 0) WHERE `name` = '__new_users';--> statement-breakpoint
DROP TABLE `users`;--> statement-breakpoint
ALTER TABLE `__new_users` RENAME TO `users`;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`operator_id`,`email`) WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_platform_email` ON `users` (`email`) WHERE operator_id is null and removed_at is null;--> statement-breakpoint
CREATE INDEX `users_sign_in` ON `users` (`email`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `users_operator` ON `users` (`operator_id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `search_text` text;--> statement-breakpoint
CREATE INDEX `bookings_under_way` ON `bookings` (`operator_id`,`ends_at`,`departs_at`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `bookings_search` ON `bookings` (`operator_id`,`departs_at`,`id`,`search_text`);--> statement-breakpoint
CREATE INDEX `bookings_unsearchable` ON `bookings` (`search_text`) WHERE search_text is null;--> statement-breakpoint
CREATE INDEX `bookings_owing` ON `bookings` (`operator_id`,`overdue_at`,`id`) WHERE overdue_at is not null;--> statement-breakpoint
CREATE INDEX `bookings_ahead` ON `bookings` (`operator_id`,`departs_at`,`id`,`ends_at`,`is_crewed`) WHERE status = 'active' and finished_at is null;--> statement-breakpoint
CREATE INDEX `bookings_tours` ON `bookings` (`operator_id`,`departs_at`,`ends_at`,`id`,`status`) WHERE ends_at - departs_at > 43200000;--> statement-breakpoint
ALTER TABLE `offers` ADD `search_text` text;--> statement-breakpoint
CREATE INDEX `offers_search` ON `offers` (`operator_id`,`departs_at`,`id`,`outcome`,`search_text`) WHERE outcome is null or outcome <> 'won';--> statement-breakpoint
CREATE INDEX `offers_unsearchable` ON `offers` (`search_text`) WHERE search_text is null;--> statement-breakpoint
CREATE INDEX `offers_desk_changed` ON `offers` (`updated_at`,`trip_id`);--> statement-breakpoint
CREATE INDEX `offers_declined` ON `offers` (`operator_id`,`declined_at`,`decline_reason_code`) WHERE declined_at is not null;--> statement-breakpoint
ALTER TABLE `operators` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `own_customers` ADD `search_text` text;--> statement-breakpoint
CREATE INDEX `own_customers_search` ON `own_customers` (`operator_id`,`created_at`,`id`,`search_text`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `own_customers_unsearchable` ON `own_customers` (`search_text`) WHERE search_text is null;--> statement-breakpoint
ALTER TABLE `payments` ADD `operator_id` integer REFERENCES operators(id);--> statement-breakpoint
CREATE INDEX `payments_newest` ON `payments` (`operator_id`,`created_at`,`id`,`status`,`means`,`trip_id`,`quote_id`) WHERE operator_id is not null;--> statement-breakpoint
CREATE INDEX `payments_awaited` ON `payments` (`operator_id`,`id`,`quote_id`) WHERE status = 'awaiting_transfer';--> statement-breakpoint
CREATE INDEX `payments_owed_back` ON `payments` (`operator_id`,`id`,`quote_id`) WHERE status = 'refund_due' and provider_ref is null;--> statement-breakpoint
CREATE INDEX `amendments_wished` ON `amendments` (`id`,`booking_id`) WHERE status = 'wished';--> statement-breakpoint
CREATE INDEX `messages_failed` ON `messages` (`operator_id`,`id`) WHERE status = 'failed' and operator_id is not null;--> statement-breakpoint
CREATE INDEX `quotes_sent` ON `quotes` (`operator_id`,`submitted_at`,`id`);--> statement-breakpoint
CREATE INDEX `quotes_requested` ON `quotes` (`operator_id`,`id`,`request_id`) WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX `trip_events_arrived` ON `trip_events` (`booking_id`,`leg`,`id`) WHERE status = 'arrived';--> statement-breakpoint
CREATE INDEX `trips_desk` ON `trips` (`created_at`,`id`,`status`) WHERE operator_id is null;--> statement-breakpoint
CREATE INDEX `trips_desk_by_status` ON `trips` (`status`,`created_at`,`id`) WHERE operator_id is null;--> statement-breakpoint
CREATE INDEX `trips_desk_changed` ON `trips` (`updated_at`,`id`) WHERE operator_id is null;--> statement-breakpoint
CREATE INDEX `webhook_subscriptions_silent` ON `webhook_subscriptions` (`operator_id`,`id`) WHERE parked_at is not null and deleted_at is null;--> statement-breakpoint
UPDATE payments SET operator_id = (SELECT operator_id FROM quotes WHERE quotes.id = payments.quote_id);
