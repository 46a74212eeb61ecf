CREATE TABLE `__new_incidents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`driver_id` integer,
	`vehicle_no` integer DEFAULT 1 NOT NULL,
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
INSERT INTO `__new_incidents`("id", "operator_id", "booking_id", "driver_id", "vehicle_no", "kind", "severity", "status", "note", "delay_minutes", "point", "moved_at", "moved_by_id", "move_note", "occurred_at", "created_at") SELECT "id", "operator_id", "booking_id", "driver_id", "vehicle_no", "kind", "severity", "status", "note", "delay_minutes", "point", "moved_at", "moved_by_id", "move_note", "occurred_at", "created_at" FROM `incidents`;--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_incidents', 0 WHERE NOT EXISTS (SELECT 1 FROM `sqlite_sequence` WHERE `name` = '__new_incidents');--> statement-breakpoint
UPDATE `sqlite_sequence` SET `seq` = coalesce((SELECT `seq` FROM `sqlite_sequence` WHERE `name` = 'incidents'), 0) WHERE `name` = '__new_incidents';--> statement-breakpoint
DROP TABLE `incidents`;--> statement-breakpoint
ALTER TABLE `__new_incidents` RENAME TO `incidents`;--> statement-breakpoint
CREATE INDEX `incidents_booking` ON `incidents` (`booking_id`);--> statement-breakpoint
CREATE INDEX `incidents_driver` ON `incidents` (`driver_id`);--> statement-breakpoint
CREATE INDEX `incidents_newest` ON `incidents` (`operator_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_by_status` ON `incidents` (`operator_id`,`status`,`created_at`,`id`);