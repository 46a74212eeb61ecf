ALTER TABLE `ceilings` RENAME TO `rate_limits`;--> statement-breakpoint
DROP INDEX `ceilings_subject`;--> statement-breakpoint
DROP INDEX `ceilings_expiry`;--> statement-breakpoint
CREATE UNIQUE INDEX `rate_limits_subject` ON `rate_limits` (`subject`,`bucket`);--> statement-breakpoint
CREATE INDEX `rate_limits_expiry` ON `rate_limits` (`expires_at`);--> statement-breakpoint
ALTER TABLE `kept_answers` RENAME TO `stored_responses`;--> statement-breakpoint
ALTER TABLE `stored_responses` RENAME COLUMN `sealed` TO `encrypted`;--> statement-breakpoint
DROP INDEX `kept_answers_key`;--> statement-breakpoint
DROP INDEX `kept_answers_expiry`;--> statement-breakpoint
CREATE UNIQUE INDEX `stored_responses_key` ON `stored_responses` (`scope`,`key`);--> statement-breakpoint
CREATE INDEX `stored_responses_expiry` ON `stored_responses` (`expires_at`);--> statement-breakpoint
ALTER TABLE `payments` RENAME COLUMN `once_id` TO `stored_response_id`;--> statement-breakpoint
DROP INDEX `payments_once`;--> statement-breakpoint
CREATE INDEX `payments_stored_response` ON `payments` (`stored_response_id`) WHERE stored_response_id is not null;--> statement-breakpoint
DROP INDEX `offers_once`;--> statement-breakpoint
CREATE UNIQUE INDEX `offers_trip_operator` ON `offers` (`trip_id`,`operator_id`);--> statement-breakpoint
DROP INDEX `quote_revisions_once`;--> statement-breakpoint
CREATE UNIQUE INDEX `quote_revisions_number` ON `quote_revisions` (`quote_id`,`revision`);--> statement-breakpoint
DROP INDEX `webhook_deliveries_once`;--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`event_id`,`subscription_id`);--> statement-breakpoint
ALTER TABLE `messages` RENAME COLUMN `sealed` TO `encrypted`;--> statement-breakpoint
ALTER TABLE `devices` RENAME COLUMN `sealed_push_token` TO `encrypted_push_token`;--> statement-breakpoint
ALTER TABLE `webhook_subscriptions` RENAME COLUMN `sealed_endpoint_url` TO `encrypted_endpoint_url`;--> statement-breakpoint
ALTER TABLE `webhook_subscriptions` RENAME COLUMN `sealed_secret` TO `encrypted_secret`;
