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
CREATE INDEX `extras_booking` ON `extras` (`booking_id`,`removed_at`,`id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `extras_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `paid_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `due_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `overdue_at` integer;--> statement-breakpoint
ALTER TABLE `operators` ADD `balance_days` integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE `operators` ADD `charge_balance` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `operators` ADD `bank_details` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `means` text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `received_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `reference` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `recorded_by` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `reversed_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `reverse_reason` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `refund_of` integer;--> statement-breakpoint
ALTER TABLE `payouts` ADD `waits_for_balance` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `quotes` ADD `balance_days` integer;--> statement-breakpoint
UPDATE `payments` SET `means` = 'bank_transfer' WHERE `provider` = 'manual';--> statement-breakpoint
UPDATE `payments` SET `received_at` = `updated_at` WHERE `status` IN ('succeeded', 'refunded');--> statement-breakpoint
-- A refund was sent under the key of the payment that went back, behind a word of seven letters.
UPDATE `payments` SET `refund_of` = (SELECT `taken`.`id` FROM `payments` AS `taken` WHERE `taken`.`provider_key` = substr(`payments`.`provider_key`, 8))
WHERE `kind` = 'refund';--> statement-breakpoint
UPDATE `bookings` SET `paid_amount` =
	coalesce((SELECT sum(`amount`) FROM `payments` WHERE `quote_id` = `bookings`.`quote_id` AND `kind` = 'deposit' AND `payments`.`status` = 'succeeded'), 0)
	- coalesce((SELECT sum(`back`.`amount`) FROM `payments` AS `back` INNER JOIN `payments` AS `taken` ON `taken`.`id` = `back`.`refund_of`
		WHERE `back`.`quote_id` = `bookings`.`quote_id` AND `back`.`kind` = 'refund' AND `taken`.`status` = 'succeeded'
			AND (`back`.`status` = 'refunded' OR `back`.`provider_ref` IS NOT NULL)), 0);--> statement-breakpoint
UPDATE `bookings` SET `due_amount` = `price_amount` - `paid_amount` WHERE `status` = 'active' AND `price_amount` > `paid_amount`;--> statement-breakpoint
UPDATE `bookings` SET `overdue_at` = coalesce(`balance_due_at`, `confirmed_at`) + 259200000 WHERE `due_amount` > 0;
