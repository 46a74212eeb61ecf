DROP INDEX `drivers_email`;--> statement-breakpoint
ALTER TABLE `drivers` ADD `email_key` text;--> statement-breakpoint
-- Of two on a roster who differ in capitals only, the second keeps the address and has no key.
UPDATE `drivers` SET `email_key` = lower(`email`) WHERE `removed_at` IS NOT NULL OR NOT EXISTS (
	SELECT 1 FROM `drivers` AS `twin` WHERE `twin`.`operator_id` = `drivers`.`operator_id` AND lower(`twin`.`email`) = lower(`drivers`.`email`)
		AND `twin`.`removed_at` IS NULL AND `twin`.`id` < `drivers`.`id`
);--> statement-breakpoint
DROP INDEX `drivers_namesake`;--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_email_key` ON `drivers` (`operator_id`,`email_key`) WHERE removed_at is null and email_key is not null;--> statement-breakpoint
DROP INDEX `list_counts_day`;--> statement-breakpoint
ALTER TABLE `list_counts` ADD `part` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `list_counts_day` ON `list_counts` (`operator_id`,`list`,`day`,`part`);--> statement-breakpoint
DROP TRIGGER `offers_counted`;--> statement-breakpoint
DROP TRIGGER `offers_recounted`;--> statement-breakpoint
DROP TRIGGER `bookings_counted`;--> statement-breakpoint
DROP TRIGGER `bookings_recounted`;--> statement-breakpoint
DROP TRIGGER `payouts_counted`;--> statement-breakpoint
DROP TRIGGER `payouts_recounted`;--> statement-breakpoint
CREATE TRIGGER `offers_counted` AFTER INSERT ON `offers` BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, CASE WHEN NEW.`outcome` = 'expired' AND NEW.`declined_at` IS NULL THEN 'expired_jobs' WHEN NEW.`outcome` = 'won' THEN NULL ELSE 'jobs' END, NEW.`offered_at` / 86400000, 1 WHERE NEW.`outcome` IS NOT 'won'
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `offers_recounted` AFTER UPDATE OF `outcome`, `declined_at` ON `offers`
WHEN CASE WHEN OLD.`outcome` = 'expired' AND OLD.`declined_at` IS NULL THEN 'expired_jobs' WHEN OLD.`outcome` = 'won' THEN NULL ELSE 'jobs' END IS NOT CASE WHEN NEW.`outcome` = 'expired' AND NEW.`declined_at` IS NULL THEN 'expired_jobs' WHEN NEW.`outcome` = 'won' THEN NULL ELSE 'jobs' END BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT OLD.`operator_id`, CASE WHEN OLD.`outcome` = 'expired' AND OLD.`declined_at` IS NULL THEN 'expired_jobs' WHEN OLD.`outcome` = 'won' THEN NULL ELSE 'jobs' END, OLD.`offered_at` / 86400000, -1 WHERE OLD.`outcome` IS NOT 'won'
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, CASE WHEN NEW.`outcome` = 'expired' AND NEW.`declined_at` IS NULL THEN 'expired_jobs' WHEN NEW.`outcome` = 'won' THEN NULL ELSE 'jobs' END, NEW.`offered_at` / 86400000, 1 WHERE NEW.`outcome` IS NOT 'won'
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `bookings_counted` AFTER INSERT ON `bookings` BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_bookings', NEW.`departs_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `bookings_recounted` AFTER UPDATE OF `status`, `departs_at` ON `bookings`
WHEN OLD.`status` IS NOT NEW.`status` OR OLD.`departs_at` / 86400000 IS NOT NEW.`departs_at` / 86400000 BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT OLD.`operator_id`, OLD.`status` || '_bookings', OLD.`departs_at` / 86400000, -1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_bookings', NEW.`departs_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `payouts_counted` AFTER INSERT ON `payouts` BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_payouts', NEW.`created_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `payouts_recounted` AFTER UPDATE OF `status` ON `payouts`
WHEN OLD.`status` || '_payouts' IS NOT NEW.`status` || '_payouts' BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT OLD.`operator_id`, OLD.`status` || '_payouts', OLD.`created_at` / 86400000, -1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_payouts', NEW.`created_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`, `part`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;
