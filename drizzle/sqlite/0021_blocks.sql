CREATE TABLE `blocks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`kind` text NOT NULL,
	`vehicle_id` integer,
	`driver_id` integer,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `blocks_latest` ON `blocks` (`operator_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `blocks_vehicle` ON `blocks` (`vehicle_id`,`ends_at`,`starts_at`) WHERE vehicle_id is not null;--> statement-breakpoint
CREATE INDEX `blocks_driver` ON `blocks` (`driver_id`,`ends_at`,`starts_at`) WHERE driver_id is not null;--> statement-breakpoint
CREATE TABLE `promised_vehicles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` integer NOT NULL,
	`trip_id` integer NOT NULL,
	`vehicle_id` integer NOT NULL,
	`vehicle_no` integer NOT NULL,
	`departs_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `promised_vehicles_quote` ON `promised_vehicles` (`quote_id`,`vehicle_no`);--> statement-breakpoint
CREATE INDEX `promised_vehicles_trip` ON `promised_vehicles` (`trip_id`);--> statement-breakpoint
CREATE INDEX `promised_vehicles_vehicle` ON `promised_vehicles` (`vehicle_id`,`ends_at`,`departs_at`);--> statement-breakpoint
ALTER TABLE `operators` ADD `unconfirm_on_clash` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `quotes` ADD `second_driver_likely` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `assignments_fleet` ON `assignments` (`vehicle_id`,`ends_at`,`departs_at`) WHERE ended_at is null;--> statement-breakpoint
-- The coaches that quotes name which are live or booked: the first of each kind that a quote offers.
INSERT INTO `promised_vehicles` (`quote_id`, `trip_id`, `vehicle_id`, `vehicle_no`, `departs_at`, `ends_at`)
SELECT `quotes`.`id`, `trips`.`id`, json_extract(`offered`.`value`, '$.vehicleId'), 1 + coalesce((
	SELECT sum(json_extract(`earlier`.`value`, '$.count')) FROM json_each(`quotes`.`vehicles`) AS `earlier`
	WHERE `earlier`.`key` < `offered`.`key`
), 0), `trips`.`departs_at`, `trips`.`ends_at`
FROM `quotes`, json_each(`quotes`.`vehicles`) AS `offered` JOIN `trips` ON `trips`.`id` = `quotes`.`trip_id`
WHERE `quotes`.`status` IN ('likely', 'confirmed', 'requested', 'booked') AND json_extract(`offered`.`value`, '$.vehicleId') IS NOT NULL;
