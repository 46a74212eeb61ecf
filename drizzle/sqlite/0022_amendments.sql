CREATE TABLE `amendments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`status` text NOT NULL,
	`by` text NOT NULL,
	`changes` text NOT NULL,
	`before` text NOT NULL,
	`price_amount` integer,
	`price_difference_amount` integer NOT NULL,
	`currency_code` text NOT NULL,
	`reason` text,
	`decline_reason` text,
	`payment_id` integer,
	`respond_by` integer,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `amendments_booking` ON `amendments` (`booking_id`,`id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `has_amendments` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `vehicles` text;--> statement-breakpoint
ALTER TABLE `trips` ADD `offered_itinerary` text;--> statement-breakpoint
ALTER TABLE `trips` ADD `offered_people` text;