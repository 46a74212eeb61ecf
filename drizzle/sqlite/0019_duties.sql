ALTER TABLE `assignments` ADD `vehicle_no` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `assignments` ADD `role` text DEFAULT 'driver' NOT NULL;--> statement-breakpoint
ALTER TABLE `assignments` ADD `legs` text;--> statement-breakpoint
ALTER TABLE `assignments` ADD `report_at` integer;--> statement-breakpoint
ALTER TABLE `assignments` ADD `report_place` text;--> statement-breakpoint
ALTER TABLE `assignments` ADD `passenger_count` integer;--> statement-breakpoint
ALTER TABLE `assignments` ADD `trip_status` text DEFAULT 'assigned' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `vehicles_needed` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `vehicles_assigned` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `is_crewed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `incidents` ADD `vehicle_no` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `trip_events` ADD `vehicle_no` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- What was booked before takes as many coaches as were quoted, and has a driver for the first of them at most.
UPDATE `bookings` SET `vehicles_needed` = (
	SELECT sum(json_extract(`offered`.`value`, '$.count')) FROM `quotes`, json_each(`quotes`.`vehicles`) AS `offered`
	WHERE `quotes`.`id` = `bookings`.`quote_id`
) WHERE EXISTS (SELECT 1 FROM `quotes` WHERE `quotes`.`id` = `bookings`.`quote_id` AND json_array_length(`quotes`.`vehicles`) > 0);--> statement-breakpoint
-- Who declined has been replaced where somebody was given the trip since.
UPDATE `assignments` SET `ended_at` = (
	SELECT min(`later`.`assigned_at`) FROM `assignments` AS `later`
	WHERE `later`.`booking_id` = `assignments`.`booking_id` AND `later`.`id` > `assignments`.`id`
) WHERE `declined_at` IS NOT NULL AND `ended_at` IS NULL;--> statement-breakpoint
UPDATE `assignments` SET `trip_status` = (
	SELECT CASE WHEN `assignments`.`declined_at` IS NULL THEN `bookings`.`trip_status` ELSE 'unassigned' END
	FROM `bookings` WHERE `bookings`.`id` = `assignments`.`booking_id`
);--> statement-breakpoint
UPDATE `bookings` SET `vehicles_assigned` = (
	SELECT count(*) FROM `assignments` WHERE `assignments`.`id` = `bookings`.`assignment_id` AND `assignments`.`declined_at` IS NULL
) WHERE EXISTS (SELECT 1 FROM `assignments` WHERE `assignments`.`booking_id` = `bookings`.`id`);--> statement-breakpoint
UPDATE `bookings` SET `is_crewed` = 1 WHERE `vehicles_needed` = 1 AND `vehicles_assigned` = 1;--> statement-breakpoint
-- A trip is as far as the coach furthest behind, and those that poll hear of it.
UPDATE `bookings` SET `trip_status` = 'unassigned', `updated_at` = max(`updated_at`, unixepoch() * 1000)
WHERE `vehicles_needed` > 1 AND `vehicles_assigned` = 1 AND `status` = 'active' AND `finished_at` IS NULL;
