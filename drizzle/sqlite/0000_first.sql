CREATE TABLE `assignments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`driver_id` integer NOT NULL,
	`vehicle_reg` text NOT NULL,
	`vehicle_id` integer,
	`assigned_at` integer NOT NULL,
	`seen_at` integer,
	`acknowledged_at` integer,
	`declined_at` integer,
	`decline_reason` text,
	`ended_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `assignments_booking` ON `assignments` (`booking_id`);--> statement-breakpoint
CREATE INDEX `assignments_driver` ON `assignments` (`driver_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `assignments_vehicle` ON `assignments` (`vehicle_reg`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `booking_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trip_id` integer NOT NULL,
	`quote_id` integer NOT NULL,
	`status` text NOT NULL,
	`payment_method` text,
	`payment_status` text NOT NULL,
	`requested_at` integer NOT NULL,
	`respond_by` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `booking_requests_trip` ON `booking_requests` (`trip_id`);--> statement-breakpoint
CREATE INDEX `booking_requests_quote` ON `booking_requests` (`quote_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `booking_requests_pending` ON `booking_requests` (`trip_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trip_id` integer NOT NULL,
	`ref` text NOT NULL,
	`operator_id` integer NOT NULL,
	`quote_id` integer NOT NULL,
	`status` text NOT NULL,
	`trip_status` text NOT NULL,
	`price_amount` integer NOT NULL,
	`deposit_amount` integer NOT NULL,
	`balance_amount` integer NOT NULL,
	`commission_amount` integer NOT NULL,
	`payout_amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`payment_status` text NOT NULL,
	`balance_due_at` integer,
	`departs_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`assignment_id` integer,
	`cancellation` text,
	`confirmed_at` integer NOT NULL,
	`cancelled_at` integer,
	`finished_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_trip` ON `bookings` (`trip_id`);--> statement-breakpoint
CREATE INDEX `bookings_diary` ON `bookings` (`operator_id`,`status`,`departs_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_whole_diary` ON `bookings` (`operator_id`,`departs_at`,`id`);--> statement-breakpoint
CREATE TABLE `ceilings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`bucket` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ceilings_subject` ON `ceilings` (`subject`,`bucket`);--> statement-breakpoint
CREATE INDEX `ceilings_expiry` ON `ceilings` (`expires_at`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`driver_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`granted` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `consents_driver` ON `consents` (`driver_id`);--> statement-breakpoint
CREATE TABLE `credentials` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_id` text NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`hint` text NOT NULL,
	`name` text NOT NULL,
	`operator_id` integer,
	`user_id` integer,
	`driver_id` integer,
	`trip_id` integer,
	`device_id` integer,
	`abilities` text NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_hash` ON `credentials` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_token_id` ON `credentials` (`token_id`);--> statement-breakpoint
CREATE INDEX `credentials_operator` ON `credentials` (`operator_id`,`kind`);--> statement-breakpoint
CREATE INDEX `credentials_device` ON `credentials` (`device_id`);--> statement-breakpoint
CREATE TABLE `customers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`organisation` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `dbs_readings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`driver_id` integer NOT NULL,
	`credential_id` integer NOT NULL,
	`day` integer NOT NULL,
	`read_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dbs_readings_once_a_day` ON `dbs_readings` (`driver_id`,`credential_id`,`day`);--> statement-breakpoint
CREATE TABLE `devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`driver_id` integer,
	`name` text NOT NULL,
	`push_platform` text,
	`push_token` text,
	`last_used_at` integer,
	`removed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `devices_user` ON `devices` (`user_id`);--> statement-breakpoint
CREATE INDEX `devices_driver` ON `devices` (`driver_id`);--> statement-breakpoint
CREATE TABLE `drivers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`phone_hash` text,
	`license_number` text,
	`license_kind` text,
	`license_expires_at` integer,
	`dbs_check_kind` text,
	`dbs_certificate_number` text,
	`dbs_expires_at` integer,
	`invited_at` integer,
	`activated_at` integer,
	`app_last_seen_at` integer,
	`removed_at` integer,
	`locale` text,
	`emergency_contact_name` text,
	`emergency_contact_phone` text,
	`notify_by_sms` integer NOT NULL,
	`location_consent_at` integer,
	`erasure_scheduled_for` integer,
	`erased_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `drivers_roster` ON `drivers` (`operator_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_email` ON `drivers` (`operator_id`,`email`) WHERE removed_at is null and email is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_phone` ON `drivers` (`operator_id`,`phone`) WHERE removed_at is null and phone is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_phone_hash` ON `drivers` (`operator_id`,`phone_hash`) WHERE removed_at is null and phone_hash is not null;--> statement-breakpoint
CREATE INDEX `drivers_sign_in` ON `drivers` (`phone_hash`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`driver_id` integer NOT NULL,
	`kind` text NOT NULL,
	`severity` text NOT NULL,
	`status` text NOT NULL,
	`note` text NOT NULL,
	`delay_minutes` integer,
	`point` text,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `incidents_booking` ON `incidents` (`booking_id`);--> statement-breakpoint
CREATE INDEX `incidents_driver` ON `incidents` (`driver_id`);--> statement-breakpoint
CREATE TABLE `kept_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`state` text NOT NULL,
	`boot_id` text NOT NULL,
	`lease_until` integer,
	`status` integer,
	`sealed` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kept_answers_key` ON `kept_answers` (`scope`,`key`);--> statement-breakpoint
CREATE INDEX `kept_answers_expiry` ON `kept_answers` (`expires_at`);--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`boot_id` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `legs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trip_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	`kind` text NOT NULL,
	`pickup` text NOT NULL,
	`dropoff` text NOT NULL,
	`departs_at` integer NOT NULL,
	`arrive_by` integer,
	`passenger_count` integer NOT NULL,
	`waiting_minutes` integer NOT NULL,
	`status` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `legs_order` ON `legs` (`trip_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `locations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`driver_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`point` text NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `locations_booking` ON `locations` (`booking_id`,`recorded_at`);--> statement-breakpoint
CREATE INDEX `locations_driver` ON `locations` (`driver_id`);--> statement-breakpoint
CREATE INDEX `locations_age` ON `locations` (`recorded_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`driver_id` integer,
	`subject` text,
	`sealed` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`last_error` text,
	`expires_at` integer,
	`sent_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `offers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trip_id` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`quote_by` integer NOT NULL,
	`departs_at` integer NOT NULL,
	`currency_code` text NOT NULL,
	`latest_quote_id` integer,
	`live_quote_id` integer,
	`declined_at` integer,
	`decline_reason_code` text,
	`decline_note` text,
	`outcome` text,
	`closed_at` integer,
	`offered_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_once` ON `offers` (`trip_id`,`operator_id`);--> statement-breakpoint
CREATE INDEX `offers_inbox` ON `offers` (`operator_id`,`offered_at`,`id`);--> statement-breakpoint
CREATE INDEX `offers_open` ON `offers` (`operator_id`,`quote_by`,`id`) WHERE outcome is null;--> statement-breakpoint
CREATE TABLE `operators` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ref` text NOT NULL,
	`name` text NOT NULL,
	`currency_code` text NOT NULL,
	`timezone` text NOT NULL,
	`operator_licence` text,
	`phone` text,
	`email` text,
	`commission_bps` integer NOT NULL,
	`deposit_bps` integer NOT NULL,
	`deposit_minimum_amount` integer NOT NULL,
	`closing_hours` integer NOT NULL,
	`no_show_wait_minutes` integer NOT NULL,
	`vehicle_check_required` integer NOT NULL,
	`trip_visibility_days` integer NOT NULL,
	`payout_weekday` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_ref` ON `operators` (`ref`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trip_id` integer NOT NULL,
	`quote_id` integer NOT NULL,
	`kind` text NOT NULL,
	`origin` text NOT NULL,
	`provider` text NOT NULL,
	`provider_key` text NOT NULL,
	`provider_ref` text,
	`method` text,
	`amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`status` text NOT NULL,
	`once_id` text,
	`boot_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_key` ON `payments` (`provider_key`);--> statement-breakpoint
CREATE INDEX `payments_trip` ON `payments` (`trip_id`);--> statement-breakpoint
CREATE INDEX `payments_quote` ON `payments` (`quote_id`);--> statement-breakpoint
CREATE INDEX `payments_once` ON `payments` (`once_id`) WHERE once_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_charging` ON `payments` (`trip_id`) WHERE status = 'charging';--> statement-breakpoint
CREATE TABLE `payout_adjustments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payout_id` integer NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payout_adjustments_payout` ON `payout_adjustments` (`payout_id`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`booking_ref` text NOT NULL,
	`operator_id` integer NOT NULL,
	`status` text NOT NULL,
	`amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`price_amount` integer NOT NULL,
	`commission_amount` integer NOT NULL,
	`scheduled_for` integer,
	`paid_at` integer,
	`statement_ref` text,
	`failure_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_booking` ON `payouts` (`booking_id`);--> statement-breakpoint
CREATE INDEX `payouts_history` ON `payouts` (`operator_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `privacy_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`driver_id` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`scheduled_for` integer,
	`done_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `privacy_requests_driver` ON `privacy_requests` (`driver_id`);--> statement-breakpoint
CREATE TABLE `quote_revisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`terms` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_revisions_once` ON `quote_revisions` (`quote_id`,`revision`);--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`offer_id` integer NOT NULL,
	`trip_id` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`status` text NOT NULL,
	`revision` integer NOT NULL,
	`price_amount` integer NOT NULL,
	`commission_amount` integer NOT NULL,
	`payout_amount` integer NOT NULL,
	`deposit_amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`vehicles` text NOT NULL,
	`inclusions` text NOT NULL,
	`exclusions` text NOT NULL,
	`included_waiting_minutes` integer,
	`extra_hour_amount` integer,
	`extra_mile_amount` integer,
	`note` text,
	`valid_until` integer NOT NULL,
	`locked_until` integer,
	`request_id` integer,
	`rejection_code` text,
	`rejection_reason` text,
	`rejected_at` integer,
	`submitted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `quotes_trip` ON `quotes` (`trip_id`);--> statement-breakpoint
CREATE INDEX `quotes_offer` ON `quotes` (`offer_id`);--> statement-breakpoint
CREATE TABLE `scheduler` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`lease_token` text,
	`lease_until` integer,
	`boot_id` text,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scheduler_subject` ON `scheduler` (`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `scheduler_due` ON `scheduler` (`due_at`,`id`);--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`phone_hash` text NOT NULL,
	`hash` text NOT NULL,
	`tries` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_codes_phone` ON `sign_in_codes` (`phone_hash`);--> statement-breakpoint
CREATE TABLE `sign_in_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`user_id` integer,
	`driver_id` integer,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_links_hash` ON `sign_in_links` (`hash`);--> statement-breakpoint
CREATE TABLE `stops` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`leg_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	`kind` text NOT NULL,
	`place` text NOT NULL,
	`arrive_at` integer,
	`depart_at` integer,
	`waiting_minutes` integer,
	`note` text,
	`reached_at` integer,
	FOREIGN KEY (`leg_id`) REFERENCES `legs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stops_order` ON `stops` (`leg_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `trip_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`assignment_id` integer,
	`leg` integer NOT NULL,
	`status` text NOT NULL,
	`by` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`point` text,
	`passenger_count` integer,
	`delay_minutes` integer,
	`note` text,
	`reverts_event_id` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assignment_id`) REFERENCES `assignments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_events_booking` ON `trip_events` (`booking_id`,`id`);--> statement-breakpoint
CREATE TABLE `trips` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ref` text NOT NULL,
	`customer_id` integer NOT NULL,
	`source` text NOT NULL,
	`status` text NOT NULL,
	`timezone` text NOT NULL,
	`departs_at` integer NOT NULL,
	`returns_at` integer,
	`ends_at` integer NOT NULL,
	`quote_by` integer NOT NULL,
	`passenger_count` integer NOT NULL,
	`dbs_required` text NOT NULL,
	`lead_passenger` text,
	`sheet` text NOT NULL,
	`job_sheet` text NOT NULL,
	`cancellation` text,
	`closed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trips_ref` ON `trips` (`ref`);--> statement-breakpoint
CREATE INDEX `trips_customer` ON `trips` (`customer_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`invited_at` integer,
	`removed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `users_operator` ON `users` (`operator_id`);--> statement-breakpoint
CREATE TABLE `vehicle_checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`driver_id` integer NOT NULL,
	`booking_id` integer,
	`vehicle_reg` text NOT NULL,
	`kind` text NOT NULL,
	`odometer` integer,
	`odometer_unit` text NOT NULL,
	`items` text NOT NULL,
	`safe_to_drive` integer NOT NULL,
	`result` text NOT NULL,
	`checked_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`resolved_at` integer,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `vehicle_checks_vehicle` ON `vehicle_checks` (`operator_id`,`vehicle_reg`,`checked_at`);--> statement-breakpoint
CREATE INDEX `vehicle_checks_driver` ON `vehicle_checks` (`driver_id`);--> statement-breakpoint
CREATE INDEX `vehicle_checks_age` ON `vehicle_checks` (`checked_at`);--> statement-breakpoint
CREATE TABLE `vehicles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`registration` text NOT NULL,
	`type` text NOT NULL,
	`seats` integer NOT NULL,
	`description` text,
	`amenities` text NOT NULL,
	`wheelchair_spaces` integer NOT NULL,
	`mot_due` integer,
	`removed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vehicles_registration` ON `vehicles` (`operator_id`,`registration`) WHERE removed_at is null;--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delivery_id` text NOT NULL,
	`number` integer NOT NULL,
	`attempted_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`response_status` integer,
	`error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_attempts_number` ON `webhook_attempts` (`delivery_id`,`number`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	`subscription_id` integer NOT NULL,
	`event` text NOT NULL,
	`has_data` integer NOT NULL,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL,
	`last_status` integer,
	`last_error` text,
	`delivered_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_once` ON `webhook_deliveries` (`event_id`,`subscription_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_queue` ON `webhook_deliveries` (`subscription_id`,`due_at`,`event_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_log` ON `webhook_deliveries` (`subscription_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`event` text NOT NULL,
	`trip_id` integer NOT NULL,
	`body` text NOT NULL,
	`occurred_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_events_age` ON `webhook_events` (`occurred_at`);--> statement-breakpoint
CREATE TABLE `webhook_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`credential_id` integer NOT NULL,
	`label` text NOT NULL,
	`endpoint_url` text NOT NULL,
	`events` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`consecutive_failures` integer NOT NULL,
	`parked_at` integer,
	`parked_reason` text,
	`skipped_since_parked` integer NOT NULL,
	`last_delivery_at` integer,
	`last_response_status` integer,
	`created_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_subscriptions_operator` ON `webhook_subscriptions` (`operator_id`);