ALTER TABLE `trips` ADD `currency_code` text;--> statement-breakpoint
UPDATE `trips` SET `currency_code` = (SELECT `currency_code` FROM `offers` WHERE `offers`.`trip_id` = `trips`.`id` ORDER BY `offers`.`id` LIMIT 1);
