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
CREATE UNIQUE INDEX `unknown_payments_provider_ref` ON `unknown_payments` (`provider_ref`);--> statement-breakpoint
CREATE INDEX `unknown_payments_open` ON `unknown_payments` (`made_at`,`id`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `unknown_payments_operator` ON `unknown_payments` (`operator_id`,`made_at`,`id`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `unknown_payments_trip` ON `unknown_payments` (`trip_id`,`kind`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `unknown_payments_charge` ON `unknown_payments` (`charge_ref`,`kind`) WHERE settled_at is null;--> statement-breakpoint
DROP INDEX `payments_owed_back`;--> statement-breakpoint
ALTER TABLE `payments` ADD `late_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `consent_text` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `consented_at` integer;--> statement-breakpoint
CREATE INDEX `payments_to_settle` ON `payments` (`operator_id`,`id`,`quote_id`) WHERE status in ('in_doubt', 'refund_failed') or (status = 'refund_due' and provider_ref is null) or (status = 'refund_pending' and fault = 'insufficient_funds');