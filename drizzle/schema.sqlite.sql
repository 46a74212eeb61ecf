-- after 0039_known_place_sources
--> statement-breakpoint
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
	`ended_at` integer, `departs_at` integer DEFAULT 0 NOT NULL, `ends_at` integer DEFAULT 0 NOT NULL, `vehicle_no` integer DEFAULT 1 NOT NULL, `role` text DEFAULT 'driver' NOT NULL, `legs` text, `report_at` integer, `report_place` text, `passenger_count` integer, `trip_status` text DEFAULT 'assigned' NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `assignments_booking` ON `assignments` (`booking_id`);
--> statement-breakpoint
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
CREATE INDEX `booking_requests_trip` ON `booking_requests` (`trip_id`);
--> statement-breakpoint
CREATE INDEX `booking_requests_quote` ON `booking_requests` (`quote_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `booking_requests_pending` ON `booking_requests` (`trip_id`) WHERE status = 'pending';
--> statement-breakpoint
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
	`updated_at` integer NOT NULL, `revision` integer DEFAULT 1 NOT NULL, `extras_amount` integer DEFAULT 0 NOT NULL, `paid_amount` integer DEFAULT 0 NOT NULL, `due_amount` integer DEFAULT 0 NOT NULL, `overdue_at` integer, `vehicles_needed` integer DEFAULT 1 NOT NULL, `vehicles_assigned` integer, `is_crewed` integer DEFAULT false NOT NULL, `terms` text, `agreed_by` text, `po_number` text, `has_amendments` integer DEFAULT false NOT NULL, `vehicles` text, `search_text` text, `invoice_requested_at` integer,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_trip` ON `bookings` (`trip_id`);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`bucket` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`driver_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`granted` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `consents_driver` ON `consents` (`driver_id`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `credentials_hash` ON `credentials` (`hash`);
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
CREATE UNIQUE INDEX `dbs_readings_once_a_day` ON `dbs_readings` (`driver_id`,`credential_id`,`day`);
--> statement-breakpoint
CREATE TABLE `devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`driver_id` integer,
	`name` text NOT NULL,
	`push_platform` text,
	"encrypted_push_token" text,
	`last_used_at` integer,
	`removed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `devices_user` ON `devices` (`user_id`);
--> statement-breakpoint
CREATE INDEX `devices_driver` ON `devices` (`driver_id`);
--> statement-breakpoint
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
	`updated_at` integer NOT NULL, `email_key` text,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_phone` ON `drivers` (`operator_id`,`phone`) WHERE removed_at is null and phone is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_phone_hash` ON `drivers` (`operator_id`,`phone_hash`) WHERE removed_at is null and phone_hash is not null;
--> statement-breakpoint
CREATE INDEX `drivers_sign_in` ON `drivers` (`phone_hash`);
--> statement-breakpoint
CREATE TABLE "stored_responses" (
	`id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`state` text NOT NULL,
	`boot_id` text NOT NULL,
	`lease_until` integer,
	`status` integer,
	"encrypted" text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`boot_id` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
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
CREATE INDEX `locations_booking` ON `locations` (`booking_id`,`recorded_at`);
--> statement-breakpoint
CREATE INDEX `locations_driver` ON `locations` (`driver_id`);
--> statement-breakpoint
CREATE INDEX `locations_age` ON `locations` (`recorded_at`);
--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`driver_id` integer,
	`subject` text,
	"encrypted" text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`last_error` text,
	`expires_at` integer,
	`sent_at` integer,
	`created_at` integer NOT NULL
, `fact` text, `topic` text, `to_kind` text, `operator_id` integer, `trip_id` integer, `user_id` integer, `subject_id` integer, `news_key` text, `told_again_at` integer, `carried_by_id` integer);
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
	`updated_at` integer NOT NULL, `commission_bps` integer DEFAULT 0 NOT NULL, `search_text` text,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
, `balance_days` integer DEFAULT 14 NOT NULL, `charge_balance` integer DEFAULT true NOT NULL, `bank_details` text, `cancellation_terms` text, `vat` text, `unconfirm_on_clash` integer DEFAULT true NOT NULL, `suspended_at` integer, `depot` text, `address` text);
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_ref` ON `operators` (`ref`);
--> statement-breakpoint
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
	"stored_response_id" text,
	`boot_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `means` text DEFAULT 'card' NOT NULL, `received_at` integer, `reference` text, `recorded_by` text, `reversed_at` integer, `reverse_reason` text, `refund_of` integer, `operator_id` integer REFERENCES operators(id), `intent_ref` text, `session_ref` text, `page_url` text, `page_expires_at` integer, `quote_revision` integer, `fault` text, `attempt` integer, `asked_at` integer, `card_brand` text, `card_last4` text, `card_expires` text, `late_at` integer, `consent_text` text, `consented_at` integer, `taken_amount` integer, `taken_currency` text,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_key` ON `payments` (`provider_key`);
--> statement-breakpoint
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
CREATE INDEX `payout_adjustments_payout` ON `payout_adjustments` (`payout_id`);
--> statement-breakpoint
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
	`updated_at` integer NOT NULL, `waits_for_balance` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_booking` ON `payouts` (`booking_id`);
--> statement-breakpoint
CREATE INDEX `payouts_history` ON `payouts` (`operator_id`,`created_at`,`id`);
--> statement-breakpoint
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
CREATE TABLE `quote_revisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`terms` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
	`closed_at` integer, `balance_days` integer, `cancellation_terms` text, `second_driver_likely` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`phone_hash` text NOT NULL,
	`hash` text NOT NULL,
	`tries` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
, `link_hash` text);
--> statement-breakpoint
CREATE INDEX `sign_in_codes_phone` ON `sign_in_codes` (`phone_hash`);
--> statement-breakpoint
CREATE TABLE `sign_in_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`user_id` integer,
	`driver_id` integer,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL, `email` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_links_hash` ON `sign_in_links` (`hash`);
--> statement-breakpoint
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
	`reverts_event_id` integer, `vehicle_no` integer DEFAULT 1 NOT NULL, `sent_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assignment_id`) REFERENCES `assignments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_events_booking` ON `trip_events` (`booking_id`,`id`);
--> statement-breakpoint
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
	"itinerary" text NOT NULL,
	"masked_itinerary" text NOT NULL,
	`cancellation` text,
	`closed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `currency_code` text, `mask_version` integer DEFAULT 1 NOT NULL, `operator_id` integer REFERENCES operators(id), `own_customer_id` integer REFERENCES own_customers(id), `offered_itinerary` text, `offered_people` text, `link_salt` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trips_ref` ON `trips` (`ref`);
--> statement-breakpoint
CREATE INDEX `trips_customer` ON `trips` (`customer_id`);
--> statement-breakpoint
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
	`resolved_at` integer, `resolution` text, `started_at` integer,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `vehicle_checks_age` ON `vehicle_checks` (`checked_at`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `vehicles_registration` ON `vehicles` (`operator_id`,`registration`) WHERE removed_at is null;
--> statement-breakpoint
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
CREATE UNIQUE INDEX `webhook_attempts_number` ON `webhook_attempts` (`delivery_id`,`number`);
--> statement-breakpoint
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
CREATE INDEX `webhook_deliveries_queue` ON `webhook_deliveries` (`subscription_id`,`due_at`,`event_id`) WHERE status = 'pending';
--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`event` text NOT NULL,
	`trip_id` integer NOT NULL,
	`body` text NOT NULL,
	`occurred_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_events_age` ON `webhook_events` (`occurred_at`);
--> statement-breakpoint
CREATE TABLE `webhook_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`credential_id` integer NOT NULL,
	`label` text NOT NULL,
	"encrypted_endpoint_url" text NOT NULL,
	`events` text NOT NULL,
	"encrypted_secret" text NOT NULL,
	`consecutive_failures` integer NOT NULL,
	`parked_at` integer,
	`parked_reason` text,
	`skipped_since_parked` integer NOT NULL,
	`last_delivery_at` integer,
	`last_response_status` integer,
	`created_at` integer NOT NULL,
	`deleted_at` integer
, `endpoint_host` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE INDEX `webhook_subscriptions_operator` ON `webhook_subscriptions` (`operator_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_ref` ON `bookings` (`ref`);
--> statement-breakpoint
CREATE INDEX `drivers_roster` ON `drivers` (`operator_id`,`created_at`,`id`,`removed_at`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_log` ON `webhook_deliveries` (`subscription_id`,`created_at`,`id`,`status`,`event`);
--> statement-breakpoint
CREATE INDEX `assignments_of_driver` ON `assignments` (`driver_id`,`booking_id`);
--> statement-breakpoint
CREATE INDEX `operators_newest` ON `operators` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `payouts_by_status` ON `payouts` (`operator_id`,`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `rate_limits_subject` ON `rate_limits` (`subject`,`bucket`);
--> statement-breakpoint
CREATE INDEX `rate_limits_expiry` ON `rate_limits` (`expires_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `stored_responses_key` ON `stored_responses` (`scope`,`key`);
--> statement-breakpoint
CREATE INDEX `stored_responses_expiry` ON `stored_responses` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `payments_stored_response` ON `payments` (`stored_response_id`) WHERE stored_response_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_trip_operator` ON `offers` (`trip_id`,`operator_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_revisions_number` ON `quote_revisions` (`quote_id`,`revision`);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`event_id`,`subscription_id`);
--> statement-breakpoint
CREATE INDEX `credentials_user` ON `credentials` (`user_id`) WHERE user_id is not null;
--> statement-breakpoint
CREATE INDEX `credentials_driver` ON `credentials` (`driver_id`) WHERE driver_id is not null;
--> statement-breakpoint
CREATE INDEX `credentials_operator` ON `credentials` (`operator_id`,`kind`) WHERE operator_id is not null;
--> statement-breakpoint
CREATE INDEX `credentials_device` ON `credentials` (`device_id`) WHERE device_id is not null;
--> statement-breakpoint
CREATE INDEX `payments_in_doubt` ON `payments` (`id`) WHERE status = 'in_doubt';
--> statement-breakpoint
CREATE INDEX `privacy_requests_driver` ON `privacy_requests` (`driver_id`,`id`,`kind`);
--> statement-breakpoint
CREATE INDEX `vehicle_checks_unsafe` ON `vehicle_checks` (`operator_id`,`vehicle_reg`,`checked_at`) WHERE result = 'unsafe' and resolved_at is null;
--> statement-breakpoint
CREATE INDEX `vehicle_checks_booking` ON `vehicle_checks` (`booking_id`);
--> statement-breakpoint
CREATE INDEX `vehicle_checks_driver` ON `vehicle_checks` (`driver_id`,`checked_at`,`id`);
--> statement-breakpoint
CREATE INDEX `sign_in_codes_expiry` ON `sign_in_codes` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `sign_in_links_user` ON `sign_in_links` (`user_id`);
--> statement-breakpoint
CREATE INDEX `sign_in_links_driver` ON `sign_in_links` (`driver_id`);
--> statement-breakpoint
CREATE INDEX `sign_in_links_expiry` ON `sign_in_links` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `trip_events_assignment` ON `trip_events` (`assignment_id`);
--> statement-breakpoint
CREATE INDEX `webhook_subscriptions_credential` ON `webhook_subscriptions` (`credential_id`);
--> statement-breakpoint
CREATE INDEX `webhook_subscriptions_parked` ON `webhook_subscriptions` (`id`) WHERE parked_at is not null and deleted_at is null;
--> statement-breakpoint
CREATE TABLE `list_counts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`list` text NOT NULL,
	`day` integer NOT NULL,
	`total` integer NOT NULL
, `part` integer DEFAULT 0 NOT NULL);
--> statement-breakpoint
CREATE INDEX `list_counts_total` ON `list_counts` (`operator_id`,`list`,`day`,`total`);
--> statement-breakpoint
CREATE INDEX `offers_listed` ON `offers` (`operator_id`,`offered_at`,`id`,`outcome`) WHERE outcome is null or outcome <> 'won';
--> statement-breakpoint
CREATE INDEX `offers_fresh` ON `offers` (`operator_id`,`quote_by`,`id`,`outcome`,`declined_at`,`live_quote_id`,`offered_at`) WHERE outcome is null and declined_at is null and live_quote_id is null;
--> statement-breakpoint
CREATE INDEX `offers_quoted` ON `offers` (`operator_id`,`offered_at`,`id`,`outcome`,`live_quote_id`) WHERE outcome is null and live_quote_id is not null;
--> statement-breakpoint
CREATE INDEX `offers_closing` ON `offers` (`operator_id`,`quote_by`,`id`,`outcome`,`declined_at`) WHERE outcome is null and declined_at is null;
--> statement-breakpoint
CREATE INDEX `offers_expired` ON `offers` (`operator_id`,`offered_at`,`id`,`outcome`,`declined_at`,`live_quote_id`,`quote_by`) WHERE declined_at is null and (outcome = 'expired' or (outcome is null and live_quote_id is null));
--> statement-breakpoint
CREATE INDEX `offers_changed` ON `offers` (`operator_id`,`updated_at`,`offered_at`,`id`,`outcome`,`declined_at`,`live_quote_id`,`quote_by`);
--> statement-breakpoint
CREATE INDEX `assignments_driver` ON `assignments` (`driver_id`,`ends_at`,`departs_at`) WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX `assignments_vehicle` ON `assignments` (`vehicle_reg`,`ends_at`,`departs_at`) WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX `bookings_changed` ON `bookings` (`operator_id`,`updated_at`,`departs_at`,`id`,`status`);
--> statement-breakpoint
CREATE INDEX `bookings_diary` ON `bookings` (`operator_id`,`status`,`departs_at`,`id`);
--> statement-breakpoint
CREATE TABLE "scheduler" (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`lane` text NOT NULL,
	`subject_id` integer NOT NULL,
	`due_at` integer NOT NULL,
	`ready_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`lease_token` text,
	`boot_id` text,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scheduler_subject` ON `scheduler` (`kind`,`subject_id`);
--> statement-breakpoint
CREATE INDEX `scheduler_ready` ON `scheduler` (`lane`,`ready_at`,`id`);
--> statement-breakpoint
CREATE TABLE `sign_in_limits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`bucket` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_limits_subject` ON `sign_in_limits` (`subject`,`bucket`);
--> statement-breakpoint
CREATE INDEX `sign_in_limits_expiry` ON `sign_in_limits` (`expires_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_email_key` ON `drivers` (`operator_id`,`email_key`) WHERE removed_at is null and email_key is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `list_counts_day` ON `list_counts` (`operator_id`,`list`,`day`,`part`);
--> statement-breakpoint
CREATE TRIGGER `offers_counted` AFTER INSERT ON `offers` BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, CASE WHEN NEW.`outcome` = 'expired' AND NEW.`declined_at` IS NULL THEN 'expired_jobs' WHEN NEW.`outcome` = 'won' THEN NULL ELSE 'jobs' END, NEW.`offered_at` / 86400000, 1 WHERE NEW.`outcome` IS NOT 'won'
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `offers_recounted` AFTER UPDATE OF `outcome`, `declined_at` ON `offers`
WHEN CASE WHEN OLD.`outcome` = 'expired' AND OLD.`declined_at` IS NULL THEN 'expired_jobs' WHEN OLD.`outcome` = 'won' THEN NULL ELSE 'jobs' END IS NOT CASE WHEN NEW.`outcome` = 'expired' AND NEW.`declined_at` IS NULL THEN 'expired_jobs' WHEN NEW.`outcome` = 'won' THEN NULL ELSE 'jobs' END BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT OLD.`operator_id`, CASE WHEN OLD.`outcome` = 'expired' AND OLD.`declined_at` IS NULL THEN 'expired_jobs' WHEN OLD.`outcome` = 'won' THEN NULL ELSE 'jobs' END, OLD.`offered_at` / 86400000, -1 WHERE OLD.`outcome` IS NOT 'won'
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, CASE WHEN NEW.`outcome` = 'expired' AND NEW.`declined_at` IS NULL THEN 'expired_jobs' WHEN NEW.`outcome` = 'won' THEN NULL ELSE 'jobs' END, NEW.`offered_at` / 86400000, 1 WHERE NEW.`outcome` IS NOT 'won'
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `bookings_counted` AFTER INSERT ON `bookings` BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_bookings', NEW.`departs_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `bookings_recounted` AFTER UPDATE OF `status`, `departs_at` ON `bookings`
WHEN OLD.`status` IS NOT NEW.`status` OR OLD.`departs_at` / 86400000 IS NOT NEW.`departs_at` / 86400000 BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT OLD.`operator_id`, OLD.`status` || '_bookings', OLD.`departs_at` / 86400000, -1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_bookings', NEW.`departs_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `payouts_counted` AFTER INSERT ON `payouts` BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_payouts', NEW.`created_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `payouts_recounted` AFTER UPDATE OF `status` ON `payouts`
WHEN OLD.`status` || '_payouts' IS NOT NEW.`status` || '_payouts' BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT OLD.`operator_id`, OLD.`status` || '_payouts', OLD.`created_at` / 86400000, -1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_payouts', NEW.`created_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TABLE `nodes` (
	`boot_id` text PRIMARY KEY NOT NULL,
	`node` text NOT NULL,
	`release` text NOT NULL,
	`config_hash` text NOT NULL,
	`key_fingerprint` text NOT NULL,
	`started_at` integer NOT NULL,
	`beat_at` integer NOT NULL,
	`died_at` integer,
	`replaced_by` text
);
--> statement-breakpoint
CREATE TABLE `sandbox_ledger` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`outcome` text NOT NULL,
	`ref` text NOT NULL
, `memo` text);
--> statement-breakpoint
CREATE INDEX `payouts_newest` ON `payouts` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `payouts_of_status` ON `payouts` (`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `payouts_leaving` ON `payouts` (`scheduled_for`,`id`) WHERE scheduled_for is not null;
--> statement-breakpoint
CREATE INDEX `payouts_leaving_by_status` ON `payouts` (`status`,`scheduled_for`,`id`) WHERE scheduled_for is not null;
--> statement-breakpoint
CREATE INDEX `payouts_leaving_to` ON `payouts` (`operator_id`,`scheduled_for`,`id`) WHERE scheduled_for is not null;
--> statement-breakpoint
CREATE INDEX `payouts_leaving_to_by_status` ON `payouts` (`operator_id`,`status`,`scheduled_for`,`id`) WHERE scheduled_for is not null;
--> statement-breakpoint
CREATE INDEX `vehicle_checks_newest` ON `vehicle_checks` (`operator_id`,`checked_at`,`id`,`result`);
--> statement-breakpoint
CREATE INDEX `vehicle_checks_vehicle` ON `vehicle_checks` (`operator_id`,`vehicle_reg`,`checked_at`,`id`,`booking_id`,`result`);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_codes_link` ON `sign_in_codes` (`link_hash`);
--> statement-breakpoint
CREATE TABLE `extras` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`kind` text NOT NULL,
	`quantity` text,
	`amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`note` text,
	`added_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `extras_booking` ON `extras` (`booking_id`,`removed_at`,`id`);
--> statement-breakpoint
CREATE TABLE `quote_notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` integer NOT NULL,
	`trip_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`is_closed` integer NOT NULL,
	`told_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_notices_quote` ON `quote_notices` (`quote_id`);
--> statement-breakpoint
CREATE INDEX `quote_notices_trip` ON `quote_notices` (`trip_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_news` ON `messages` (`news_key`) WHERE news_key is not null;
--> statement-breakpoint
CREATE INDEX `messages_waiting` ON `messages` (`user_id`,`channel`) WHERE status = 'queued' and user_id is not null;
--> statement-breakpoint
CREATE INDEX `messages_carried` ON `messages` (`carried_by_id`) WHERE carried_by_id is not null;
--> statement-breakpoint
CREATE INDEX `credentials_trip` ON `credentials` (`trip_id`) WHERE trip_id is not null;
--> statement-breakpoint
CREATE TABLE `invoiced_bookings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`gross_amount` integer NOT NULL,
	`credited_at` integer,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `invoiced_bookings_invoice` ON `invoiced_bookings` (`invoice_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoiced_bookings_booking` ON `invoiced_bookings` (`booking_id`) WHERE credited_at is null;
--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`number` integer NOT NULL,
	`credits` integer,
	`credited_by` integer,
	`reason` text,
	`own_customer_id` integer,
	`customer` text NOT NULL,
	`vat_number` text,
	`lines` text NOT NULL,
	`net_amount` integer NOT NULL,
	`vat_amount` integer NOT NULL,
	`gross_amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`due_on` text NOT NULL,
	`issued_at` integer NOT NULL, `sent_at` integer, `operator_address` text,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`own_customer_id`) REFERENCES `own_customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`operator_id`,`number`);
--> statement-breakpoint
CREATE TABLE `own_customers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`name` text NOT NULL,
	`organisation` text,
	`email` text,
	`phone` text,
	`account` text,
	`notes` text,
	`removed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `search_text` text, `address` text,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `own_customers_newest` ON `own_customers` (`operator_id`,`created_at`,`id`) WHERE removed_at is null;
--> statement-breakpoint
CREATE TABLE "customers" (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`organisation` text,
	`created_at` integer NOT NULL
, `address` text, `known_to` integer REFERENCES operators(id), `person_key` text, `search_text` text);
--> statement-breakpoint
CREATE INDEX `trips_own` ON `trips` (`operator_id`,`created_at`,`id`) WHERE operator_id is not null;
--> statement-breakpoint
CREATE INDEX `trips_own_by_status` ON `trips` (`operator_id`,`status`,`created_at`,`id`) WHERE operator_id is not null;
--> statement-breakpoint
CREATE INDEX `trips_own_customer` ON `trips` (`own_customer_id`,`departs_at`,`id`) WHERE own_customer_id is not null;
--> statement-breakpoint
CREATE TABLE `blocks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`kind` text NOT NULL,
	`vehicle_id` integer,
	`driver_id` integer,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `blocks_latest` ON `blocks` (`operator_id`,`starts_at`,`id`);
--> statement-breakpoint
CREATE INDEX `blocks_vehicle` ON `blocks` (`vehicle_id`,`ends_at`,`starts_at`) WHERE vehicle_id is not null;
--> statement-breakpoint
CREATE INDEX `blocks_driver` ON `blocks` (`driver_id`,`ends_at`,`starts_at`) WHERE driver_id is not null;
--> statement-breakpoint
CREATE TABLE `promised_vehicles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` integer NOT NULL,
	`trip_id` integer NOT NULL,
	`vehicle_id` integer NOT NULL,
	`vehicle_no` integer NOT NULL,
	`departs_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `promised_vehicles_quote` ON `promised_vehicles` (`quote_id`,`vehicle_no`);
--> statement-breakpoint
CREATE INDEX `promised_vehicles_trip` ON `promised_vehicles` (`trip_id`);
--> statement-breakpoint
CREATE INDEX `promised_vehicles_vehicle` ON `promised_vehicles` (`vehicle_id`,`ends_at`,`departs_at`);
--> statement-breakpoint
CREATE INDEX `assignments_fleet` ON `assignments` (`vehicle_id`,`ends_at`,`departs_at`) WHERE ended_at is null;
--> statement-breakpoint
CREATE TABLE `amendments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`status` text NOT NULL,
	`by` text NOT NULL,
	`changes` text NOT NULL,
	`before` text NOT NULL,
	`price_amount` integer,
	`price_difference_amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`reason` text,
	`decline_reason` text,
	`payment_id` integer,
	`respond_by` integer,
	`created_at` integer NOT NULL,
	`closed_at` integer, `drives` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `amendments_booking` ON `amendments` (`booking_id`,`id`);
--> statement-breakpoint
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
CREATE INDEX `activities_newest` ON `activities` (`operator_id`,`at`,`id`,`kind`);
--> statement-breakpoint
CREATE INDEX `activities_of` ON `activities` (`operator_id`,`ref`,`at`,`id`,`kind`) WHERE ref is not null;
--> statement-breakpoint
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
CREATE UNIQUE INDEX `brands_operator` ON `brands` (`operator_id`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `trip_words_word` ON `trip_words` (`word`,`trip_id`);
--> statement-breakpoint
CREATE INDEX `trip_words_trip` ON `trip_words` (`trip_id`);
--> statement-breakpoint
CREATE TABLE "users" (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`phone` text,
	`notifications` text,
	`invited_at` integer,
	`removed_at` integer,
	`created_at` integer NOT NULL, `role_before` text, `role_since` integer,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`operator_id`,`email`) WHERE removed_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_platform_email` ON `users` (`email`) WHERE operator_id is null and removed_at is null;
--> statement-breakpoint
CREATE INDEX `users_sign_in` ON `users` (`email`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `users_operator` ON `users` (`operator_id`);
--> statement-breakpoint
CREATE INDEX `bookings_under_way` ON `bookings` (`operator_id`,`ends_at`,`departs_at`) WHERE status = 'active';
--> statement-breakpoint
CREATE INDEX `bookings_search` ON `bookings` (`operator_id`,`departs_at`,`id`,`search_text`);
--> statement-breakpoint
CREATE INDEX `bookings_unsearchable` ON `bookings` (`search_text`) WHERE search_text is null;
--> statement-breakpoint
CREATE INDEX `bookings_owing` ON `bookings` (`operator_id`,`overdue_at`,`id`) WHERE overdue_at is not null;
--> statement-breakpoint
CREATE INDEX `bookings_tours` ON `bookings` (`operator_id`,`departs_at`,`ends_at`,`id`,`status`) WHERE ends_at - departs_at > 43200000;
--> statement-breakpoint
CREATE INDEX `offers_search` ON `offers` (`operator_id`,`departs_at`,`id`,`outcome`,`search_text`) WHERE outcome is null or outcome <> 'won';
--> statement-breakpoint
CREATE INDEX `offers_unsearchable` ON `offers` (`search_text`) WHERE search_text is null;
--> statement-breakpoint
CREATE INDEX `offers_desk_changed` ON `offers` (`updated_at`,`trip_id`);
--> statement-breakpoint
CREATE INDEX `offers_declined` ON `offers` (`operator_id`,`declined_at`,`decline_reason_code`) WHERE declined_at is not null;
--> statement-breakpoint
CREATE INDEX `own_customers_search` ON `own_customers` (`operator_id`,`created_at`,`id`,`search_text`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `own_customers_unsearchable` ON `own_customers` (`search_text`) WHERE search_text is null;
--> statement-breakpoint
CREATE INDEX `payments_newest` ON `payments` (`operator_id`,`created_at`,`id`,`status`,`means`,`trip_id`,`quote_id`) WHERE operator_id is not null;
--> statement-breakpoint
CREATE INDEX `payments_awaited` ON `payments` (`operator_id`,`id`,`quote_id`) WHERE status = 'awaiting_transfer';
--> statement-breakpoint
CREATE INDEX `amendments_wished` ON `amendments` (`id`,`booking_id`) WHERE status = 'wished';
--> statement-breakpoint
CREATE INDEX `messages_failed` ON `messages` (`operator_id`,`id`) WHERE status = 'failed' and operator_id is not null;
--> statement-breakpoint
CREATE INDEX `quotes_sent` ON `quotes` (`operator_id`,`submitted_at`,`id`);
--> statement-breakpoint
CREATE INDEX `quotes_requested` ON `quotes` (`operator_id`,`id`,`request_id`) WHERE status = 'requested';
--> statement-breakpoint
CREATE INDEX `trip_events_arrived` ON `trip_events` (`booking_id`,`leg`,`id`) WHERE status = 'arrived';
--> statement-breakpoint
CREATE INDEX `trips_desk` ON `trips` (`created_at`,`id`,`status`) WHERE operator_id is null;
--> statement-breakpoint
CREATE INDEX `trips_desk_by_status` ON `trips` (`status`,`created_at`,`id`) WHERE operator_id is null;
--> statement-breakpoint
CREATE INDEX `trips_desk_changed` ON `trips` (`updated_at`,`id`) WHERE operator_id is null;
--> statement-breakpoint
CREATE TABLE `feeds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`vehicle_id` integer,
	`driver_id` integer,
	`show` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_hash` ON `feeds` (`hash`);
--> statement-breakpoint
CREATE INDEX `feeds_newest` ON `feeds` (`operator_id`,`id`);
--> statement-breakpoint
CREATE INDEX `feeds_driver` ON `feeds` (`driver_id`) WHERE driver_id is not null;
--> statement-breakpoint
CREATE INDEX `payouts_statement` ON `payouts` (`operator_id`,`statement_ref`,`id`) WHERE statement_ref is not null;
--> statement-breakpoint
CREATE TABLE "incidents" (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`driver_id` integer,
	`vehicle_no` integer DEFAULT 1 NOT NULL,
	`kind` text NOT NULL,
	`severity` text NOT NULL,
	`status` text NOT NULL,
	`note` text NOT NULL,
	`delay_minutes` integer,
	`point` text,
	`moved_at` integer,
	`moved_by_id` integer,
	`move_note` text,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`moved_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `incidents_booking` ON `incidents` (`booking_id`);
--> statement-breakpoint
CREATE INDEX `incidents_driver` ON `incidents` (`driver_id`);
--> statement-breakpoint
CREATE INDEX `incidents_newest` ON `incidents` (`operator_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `incidents_by_status` ON `incidents` (`operator_id`,`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`operator_id`,`issued_at`,`id`);
--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` integer NOT NULL,
	`provider_ref` text NOT NULL,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`respond_by` integer,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `disputes_provider_ref` ON `disputes` (`provider_ref`);
--> statement-breakpoint
CREATE INDEX `disputes_payment` ON `disputes` (`payment_id`,`id`);
--> statement-breakpoint
CREATE TABLE `payers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trip_id` integer NOT NULL,
	`provider` text NOT NULL,
	`provider_ref` text NOT NULL,
	`person_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payers_trip` ON `payers` (`trip_id`,`provider`);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_open` ON `payments` (`trip_id`) WHERE status in ('opening', 'charging', 'awaiting_customer', 'awaiting_transfer');
--> statement-breakpoint
CREATE INDEX `payments_unsettled` ON `payments` (`id`) WHERE status in ('opening', 'charging', 'awaiting_customer', 'awaiting_transfer', 'in_doubt', 'requires_action', 'refund_due', 'refund_pending', 'refund_failed');
--> statement-breakpoint
CREATE INDEX `payments_session` ON `payments` (`session_ref`) WHERE session_ref is not null;
--> statement-breakpoint
CREATE INDEX `payments_intent` ON `payments` (`intent_ref`) WHERE intent_ref is not null;
--> statement-breakpoint
CREATE INDEX `payments_provider_ref` ON `payments` (`provider_ref`) WHERE provider_ref is not null;
--> statement-breakpoint
CREATE INDEX `payments_written` ON `payments` (`created_at`,`id`,`status`,`means`,`trip_id`,`operator_id`,`page_expires_at`);
--> statement-breakpoint
CREATE TABLE `unknown_payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`provider` text NOT NULL,
	`provider_ref` text NOT NULL,
	`kind` text NOT NULL,
	`charge_ref` text NOT NULL,
	`trip_ref` text NOT NULL,
	`trip_id` integer,
	`operator_id` integer,
	`amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`returned_amount` integer NOT NULL,
	`made_at` integer NOT NULL,
	`settled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `unknown_payments_provider_ref` ON `unknown_payments` (`provider_ref`);
--> statement-breakpoint
CREATE INDEX `unknown_payments_open` ON `unknown_payments` (`made_at`,`id`) WHERE settled_at is null;
--> statement-breakpoint
CREATE INDEX `unknown_payments_operator` ON `unknown_payments` (`operator_id`,`made_at`,`id`) WHERE settled_at is null;
--> statement-breakpoint
CREATE INDEX `unknown_payments_trip` ON `unknown_payments` (`trip_id`,`kind`) WHERE settled_at is null;
--> statement-breakpoint
CREATE INDEX `unknown_payments_charge` ON `unknown_payments` (`charge_ref`,`kind`) WHERE settled_at is null;
--> statement-breakpoint
CREATE INDEX `payments_to_settle` ON `payments` (`operator_id`,`id`,`quote_id`) WHERE status in ('in_doubt', 'refund_failed') or (status = 'refund_due' and provider_ref is null) or (status = 'refund_pending' and fault = 'insufficient_funds');
--> statement-breakpoint
CREATE TABLE `known_places` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`own_customer_id` integer,
	`key` text NOT NULL,
	`label` text NOT NULL,
	`kind` text NOT NULL,
	`locality` text,
	`postcode` text,
	`point` text,
	`folded` text NOT NULL,
	`used` integer DEFAULT 0 NOT NULL, `point_source` text, `country` text,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`own_customer_id`) REFERENCES `own_customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `known_places_key` ON `known_places` (`operator_id`,`key`);
--> statement-breakpoint
CREATE INDEX `known_places_used` ON `known_places` (`operator_id`,`used`,`id`,`folded`) WHERE own_customer_id is null;
--> statement-breakpoint
CREATE INDEX `known_places_homes` ON `known_places` (`own_customer_id`,`used`,`id`,`folded`) WHERE own_customer_id is not null;
--> statement-breakpoint
CREATE TABLE `place_tails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`place_id` integer NOT NULL,
	`tail` text NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`place_id`) REFERENCES `known_places`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `place_tails_tail` ON `place_tails` (`operator_id`,`tail`,`place_id`);
--> statement-breakpoint
CREATE INDEX `place_tails_place` ON `place_tails` (`place_id`);
--> statement-breakpoint
CREATE TABLE `trip_places` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`trip_id` integer NOT NULL,
	`place_id` integer NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`place_id`) REFERENCES `known_places`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trip_places_trip` ON `trip_places` (`trip_id`,`operator_id`,`place_id`);
--> statement-breakpoint
CREATE INDEX `trip_places_place` ON `trip_places` (`place_id`);
--> statement-breakpoint
CREATE INDEX `bookings_invoice_requested` ON `bookings` (`operator_id`,`invoice_requested_at`,`id`) WHERE status = 'active' and invoice_requested_at is not null;
--> statement-breakpoint
CREATE INDEX `customers_search` ON `customers` (`known_to`,`id`,`search_text`) WHERE search_text is not null;
--> statement-breakpoint
CREATE INDEX `customers_person` ON `customers` (`known_to`,`person_key`,`search_text`) WHERE known_to is not null;
--> statement-breakpoint
CREATE INDEX `messages_listed` ON `messages` (`operator_id`,`created_at`,`id`,`trip_id`) WHERE operator_id is not null;
--> statement-breakpoint
CREATE INDEX `payments_trip` ON `payments` (`trip_id`,`id`);
--> statement-breakpoint
CREATE INDEX `payments_quote` ON `payments` (`quote_id`);
--> statement-breakpoint
CREATE INDEX `quotes_trip` ON `quotes` (`trip_id`,`offer_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_token_id` ON `credentials` (`token_id`) WHERE trip_id is null;
--> statement-breakpoint
CREATE INDEX `trips_mask_version` ON `trips` (`mask_version`) WHERE mask_version < 3;
--> statement-breakpoint
CREATE TABLE `postcode_sets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`imported_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `postcodes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`latitude` integer NOT NULL,
	`longitude` integer NOT NULL
);