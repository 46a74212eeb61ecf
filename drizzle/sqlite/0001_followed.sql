-- The end of quoting is written down from now on: every open trip is looked at when it comes, or at once where it has passed.
UPDATE `scheduler` SET `due_at` = (SELECT min(`trips`.`quote_by`, `scheduler`.`due_at`) FROM `trips` WHERE `trips`.`id` = `scheduler`.`subject_id`)
WHERE `kind` = 'trip' AND `subject_id` IN (SELECT `id` FROM `trips` WHERE `status` = 'open' AND `updated_at` < `quote_by`);--> statement-breakpoint
-- An assignment names the fleet's vehicle that carries its plate.
UPDATE `assignments` SET `vehicle_id` = (
	SELECT `vehicles`.`id` FROM `vehicles` JOIN `bookings` ON `bookings`.`operator_id` = `vehicles`.`operator_id`
	WHERE `bookings`.`id` = `assignments`.`booking_id` AND `vehicles`.`registration` = `assignments`.`vehicle_reg` AND `vehicles`.`removed_at` IS NULL
)
WHERE `vehicle_id` IS NULL;
