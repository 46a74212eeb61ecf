DROP TABLE `legs`;--> statement-breakpoint
DROP TABLE `stops`;--> statement-breakpoint
DROP INDEX `credentials_operator`;--> statement-breakpoint
DROP INDEX `credentials_device`;--> statement-breakpoint
CREATE INDEX `credentials_user` ON `credentials` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `credentials_driver` ON `credentials` (`driver_id`) WHERE driver_id is not null;--> statement-breakpoint
CREATE INDEX `credentials_operator` ON `credentials` (`operator_id`,`kind`) WHERE operator_id is not null;--> statement-breakpoint
CREATE INDEX `credentials_device` ON `credentials` (`device_id`) WHERE device_id is not null;--> statement-breakpoint
DROP INDEX `payments_trip`;--> statement-breakpoint
DROP INDEX `payments_quote`;--> statement-breakpoint
CREATE INDEX `payments_in_doubt` ON `payments` (`id`) WHERE status = 'in_doubt';--> statement-breakpoint
CREATE INDEX `payments_trip` ON `payments` (`trip_id`,`id`,`kind`,`status`);--> statement-breakpoint
CREATE INDEX `payments_quote` ON `payments` (`quote_id`,`kind`,`status`);--> statement-breakpoint
DROP INDEX `privacy_requests_driver`;--> statement-breakpoint
CREATE INDEX `privacy_requests_driver` ON `privacy_requests` (`driver_id`,`id`,`kind`);--> statement-breakpoint
DROP INDEX `vehicle_checks_vehicle`;--> statement-breakpoint
DROP INDEX `vehicle_checks_driver`;--> statement-breakpoint
CREATE INDEX `vehicle_checks_unsafe` ON `vehicle_checks` (`operator_id`,`vehicle_reg`,`checked_at`) WHERE result = 'unsafe' and resolved_at is null;--> statement-breakpoint
CREATE INDEX `vehicle_checks_booking` ON `vehicle_checks` (`booking_id`);--> statement-breakpoint
CREATE INDEX `vehicle_checks_vehicle` ON `vehicle_checks` (`operator_id`,`vehicle_reg`,`checked_at`,`id`,`booking_id`);--> statement-breakpoint
CREATE INDEX `vehicle_checks_driver` ON `vehicle_checks` (`driver_id`,`checked_at`,`id`);--> statement-breakpoint
CREATE INDEX `drivers_namesake` ON `drivers` (`operator_id`,lower(email)) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `messages_driver` ON `messages` (`driver_id`);--> statement-breakpoint
CREATE INDEX `messages_recipient` ON `messages` (`recipient`);--> statement-breakpoint
CREATE INDEX `messages_age` ON `messages` (`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_codes_expiry` ON `sign_in_codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sign_in_links_user` ON `sign_in_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `sign_in_links_driver` ON `sign_in_links` (`driver_id`);--> statement-breakpoint
CREATE INDEX `sign_in_links_expiry` ON `sign_in_links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `trip_events_assignment` ON `trip_events` (`assignment_id`);--> statement-breakpoint
CREATE INDEX `webhook_subscriptions_credential` ON `webhook_subscriptions` (`credential_id`);--> statement-breakpoint
CREATE INDEX `webhook_subscriptions_parked` ON `webhook_subscriptions` (`id`) WHERE parked_at is not null and deleted_at is null;