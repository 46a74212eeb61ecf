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
);
