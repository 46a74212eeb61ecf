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
CREATE INDEX `invoiced_bookings_invoice` ON `invoiced_bookings` (`invoice_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoiced_bookings_booking` ON `invoiced_bookings` (`booking_id`) WHERE credited_at is null;--> statement-breakpoint
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
	`issued_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`own_customer_id`) REFERENCES `own_customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`operator_id`,`number`);--> statement-breakpoint
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
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `own_customers_newest` ON `own_customers` (`operator_id`,`created_at`,`id`) WHERE removed_at is null;--> statement-breakpoint
CREATE TABLE `__new_customers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`organisation` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_customers` (`id`, `name`, `email`, `phone`, `organisation`, `created_at`)
SELECT `id`, `name`, `email`, `phone`, `organisation`, `created_at` FROM `customers`;--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_customers', 0 WHERE NOT EXISTS (SELECT 1 FROM `sqlite_sequence` WHERE `name` = '__new_customers');--> statement-breakpoint
UPDATE `sqlite_sequence` SET `seq` = coalesce((SELECT `seq` FROM `sqlite_sequence` WHERE `name` = 'customers'), 0) WHERE `name` = '__new_customers';--> statement-breakpoint
DROP TABLE `customers`;--> statement-breakpoint
ALTER TABLE `__new_customers` RENAME TO `customers`;--> statement-breakpoint
ALTER TABLE `bookings` ADD `terms` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `agreed_by` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `po_number` text;--> statement-breakpoint
ALTER TABLE `offers` ADD `commission_bps` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `operators` ADD `cancellation_terms` text;--> statement-breakpoint
ALTER TABLE `operators` ADD `vat` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `cancellation_terms` text;--> statement-breakpoint
ALTER TABLE `trips` ADD `operator_id` integer REFERENCES operators(id);--> statement-breakpoint
ALTER TABLE `trips` ADD `own_customer_id` integer REFERENCES own_customers(id);--> statement-breakpoint
CREATE INDEX `trips_own` ON `trips` (`operator_id`,`created_at`,`id`) WHERE operator_id is not null;--> statement-breakpoint
CREATE INDEX `trips_own_by_status` ON `trips` (`operator_id`,`status`,`created_at`,`id`) WHERE operator_id is not null;--> statement-breakpoint
CREATE INDEX `trips_own_customer` ON `trips` (`own_customer_id`,`departs_at`,`id`) WHERE own_customer_id is not null;--> statement-breakpoint
CREATE INDEX `messages_customer` ON `messages` (`trip_id`) WHERE to_kind = 'customer';--> statement-breakpoint
UPDATE `trips` SET `operator_id` = (SELECT `offers`.`operator_id` FROM `offers` WHERE `offers`.`trip_id` = `trips`.`id` ORDER BY `offers`.`id` LIMIT 1)
WHERE `source` = 'operator';--> statement-breakpoint
-- What an operator entered for itself and has not won yet is quoted without commission from now on.
UPDATE `offers` SET `commission_bps` = (SELECT `operators`.`commission_bps` FROM `operators` WHERE `operators`.`id` = `offers`.`operator_id`)
WHERE `outcome` IS NOT NULL OR NOT EXISTS (SELECT 1 FROM `trips` WHERE `trips`.`id` = `offers`.`trip_id` AND `trips`.`operator_id` = `offers`.`operator_id`);
