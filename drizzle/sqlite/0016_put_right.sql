CREATE TABLE `__new_incidents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`driver_id` integer NOT NULL,
	`kind` text NOT NULL,
	`severity` text NOT NULL,
	`status` text NOT NULL,
	`note` text NOT NULL,
	`delay_minutes` integer,
	`point` text,
	`moved_at` integer,
	`moved_by_id` integer,
	`move_note` text,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`moved_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_incidents` (`id`, `operator_id`, `booking_id`, `driver_id`, `kind`, `severity`, `status`, `note`, `delay_minutes`, `point`, `occurred_at`, `created_at`)
SELECT `incidents`.`id`, `bookings`.`operator_id`, `booking_id`, `driver_id`, `kind`, `severity`, `incidents`.`status`, `note`, `delay_minutes`, `point`, `occurred_at`, `created_at`
FROM `incidents` JOIN `bookings` ON `bookings`.`id` = `incidents`.`booking_id`;--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_incidents', 0 WHERE NOT EXISTS (SELECT 1 FROM `sqlite_sequence` WHERE `name` = '__new_incidents');--> statement-breakpoint
UPDATE `sqlite_sequence` SET `seq` = coalesce((SELECT `seq` FROM `sqlite_sequence` WHERE `name` = 'incidents'), 0) WHERE `name` = '__new_incidents';--> statement-breakpoint
DROP TABLE `incidents`;--> statement-breakpoint
ALTER TABLE `__new_incidents` RENAME TO `incidents`;--> statement-breakpoint
CREATE INDEX `incidents_booking` ON `incidents` (`booking_id`);--> statement-breakpoint
CREATE INDEX `incidents_driver` ON `incidents` (`driver_id`);--> statement-breakpoint
CREATE INDEX `incidents_newest` ON `incidents` (`operator_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_by_status` ON `incidents` (`operator_id`,`status`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `vehicle_checks_vehicle`;--> statement-breakpoint
ALTER TABLE `vehicle_checks` ADD `resolution` text;--> statement-breakpoint
CREATE INDEX `vehicle_checks_newest` ON `vehicle_checks` (`operator_id`,`checked_at`,`id`,`result`);--> statement-breakpoint
CREATE INDEX `vehicle_checks_vehicle` ON `vehicle_checks` (`operator_id`,`vehicle_reg`,`checked_at`,`id`,`booking_id`,`result`);--> statement-breakpoint
ALTER TABLE `sign_in_codes` ADD `link_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_codes_link` ON `sign_in_codes` (`link_hash`);
