CREATE TABLE `feeds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`vehicle_id` integer,
	`driver_id` integer,
	`show` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_hash` ON `feeds` (`hash`);--> statement-breakpoint
CREATE INDEX `feeds_newest` ON `feeds` (`operator_id`,`id`);--> statement-breakpoint
CREATE INDEX `feeds_driver` ON `feeds` (`driver_id`) WHERE driver_id is not null;--> statement-breakpoint
CREATE INDEX `payouts_statement` ON `payouts` (`operator_id`,`statement_ref`,`id`) WHERE statement_ref is not null;