-- The end of quoting is written down from now on: every open trip is looked at when it comes, or at once where it has passed.
UPDATE `scheduler` SET `due_at` = (SELECT min(`trips`.`quote_by`, `scheduler`.`due_at`) FROM `trips` WHERE `trips`.`id` = `scheduler`.`subject_id`)
WHERE `kind` = 'trip' AND `subject_id` IN (SELECT `id` FROM `trips` WHERE `status` = 'open' AND `updated_at` < `quote_by`);
