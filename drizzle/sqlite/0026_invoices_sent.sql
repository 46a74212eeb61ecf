ALTER TABLE `invoices` ADD `sent_at` integer;--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`operator_id`,`issued_at`,`id`);