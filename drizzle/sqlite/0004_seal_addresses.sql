ALTER TABLE `webhook_subscriptions` RENAME COLUMN `endpoint_url` TO `sealed_endpoint_url`;--> statement-breakpoint
ALTER TABLE `webhook_subscriptions` ADD `endpoint_host` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` RENAME COLUMN `push_token` TO `sealed_push_token`;
