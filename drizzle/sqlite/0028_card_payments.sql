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
CREATE UNIQUE INDEX `disputes_provider_ref` ON `disputes` (`provider_ref`);--> statement-breakpoint
CREATE INDEX `disputes_payment` ON `disputes` (`payment_id`,`id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `payers_trip` ON `payers` (`trip_id`,`provider`);--> statement-breakpoint
DROP INDEX `payments_charging`;--> statement-breakpoint
DROP INDEX `payments_written`;--> statement-breakpoint
DROP INDEX `payments_owed_back`;--> statement-breakpoint
ALTER TABLE `payments` ADD `intent_ref` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `session_ref` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `page_url` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `page_expires_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `quote_revision` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `fault` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `attempt` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `asked_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `card_brand` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `card_last4` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `card_expires` text;--> statement-breakpoint
CREATE INDEX `payments_with_provider` ON `payments` (`trip_id`,`id`) WHERE status in ('opening', 'charging');--> statement-breakpoint
CREATE UNIQUE INDEX `payments_open` ON `payments` (`trip_id`) WHERE status in ('opening', 'charging', 'awaiting_customer', 'awaiting_transfer');--> statement-breakpoint
CREATE INDEX `payments_unsettled` ON `payments` (`id`) WHERE status in ('opening', 'charging', 'awaiting_customer', 'awaiting_transfer', 'in_doubt', 'requires_action', 'refund_due', 'refund_pending', 'refund_failed');--> statement-breakpoint
CREATE INDEX `payments_session` ON `payments` (`session_ref`) WHERE session_ref is not null;--> statement-breakpoint
CREATE INDEX `payments_intent` ON `payments` (`intent_ref`) WHERE intent_ref is not null;--> statement-breakpoint
CREATE INDEX `payments_provider_ref` ON `payments` (`provider_ref`) WHERE provider_ref is not null;--> statement-breakpoint
CREATE INDEX `payments_written` ON `payments` (`created_at`,`id`,`status`,`means`,`trip_id`,`operator_id`,`page_expires_at`);--> statement-breakpoint
CREATE INDEX `payments_owed_back` ON `payments` (`operator_id`,`id`,`quote_id`) WHERE status = 'refund_failed' or (status = 'refund_due' and provider_ref is null);--> statement-breakpoint
ALTER TABLE `sandbox_ledger` ADD `memo` text;