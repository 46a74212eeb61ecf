ALTER TABLE `bookings` ADD `invoice_requested_at` integer;--> statement-breakpoint
CREATE INDEX `bookings_invoice_requested` ON `bookings` (`operator_id`,`invoice_requested_at`,`id`) WHERE status = 'active' and invoice_requested_at is not null;--> statement-breakpoint
ALTER TABLE `customers` ADD `address` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `operator_address` text;--> statement-breakpoint
ALTER TABLE `operators` ADD `address` text;--> statement-breakpoint
ALTER TABLE `own_customers` ADD `address` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `taken_amount` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `taken_currency` text;