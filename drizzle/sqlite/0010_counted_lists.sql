CREATE TABLE `list_counts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`list` text NOT NULL,
	`day` integer NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `list_counts_day` ON `list_counts` (`operator_id`,`list`,`day`);--> statement-breakpoint
CREATE INDEX `list_counts_total` ON `list_counts` (`operator_id`,`list`,`day`,`total`);--> statement-breakpoint
DROP INDEX `offers_inbox`;--> statement-breakpoint
DROP INDEX `offers_open`;--> statement-breakpoint
CREATE INDEX `offers_listed` ON `offers` (`operator_id`,`offered_at`,`id`,`outcome`) WHERE outcome is null or outcome <> 'won';--> statement-breakpoint
CREATE INDEX `offers_fresh` ON `offers` (`operator_id`,`quote_by`,`id`,`outcome`,`declined_at`,`live_quote_id`,`offered_at`) WHERE outcome is null and declined_at is null and live_quote_id is null;--> statement-breakpoint
CREATE INDEX `offers_quoted` ON `offers` (`operator_id`,`offered_at`,`id`,`outcome`,`live_quote_id`) WHERE outcome is null and live_quote_id is not null;--> statement-breakpoint
CREATE INDEX `offers_closing` ON `offers` (`operator_id`,`quote_by`,`id`,`outcome`,`declined_at`) WHERE outcome is null and declined_at is null;--> statement-breakpoint
CREATE INDEX `offers_expired` ON `offers` (`operator_id`,`offered_at`,`id`,`outcome`,`declined_at`,`live_quote_id`,`quote_by`) WHERE declined_at is null and (outcome = 'expired' or (outcome is null and live_quote_id is null));--> statement-breakpoint
CREATE INDEX `offers_changed` ON `offers` (`operator_id`,`updated_at`,`offered_at`,`id`,`outcome`,`declined_at`,`live_quote_id`,`quote_by`);--> statement-breakpoint
DROP INDEX `assignments_driver`;--> statement-breakpoint
DROP INDEX `assignments_vehicle`;--> statement-breakpoint
ALTER TABLE `assignments` ADD `departs_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `assignments` ADD `ends_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `assignments` SET (`departs_at`, `ends_at`) = (SELECT `departs_at`, `ends_at` FROM `bookings` WHERE `bookings`.`id` = `assignments`.`booking_id`);--> statement-breakpoint
CREATE INDEX `assignments_driver` ON `assignments` (`driver_id`,`ends_at`,`departs_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `assignments_vehicle` ON `assignments` (`vehicle_reg`,`ends_at`,`departs_at`) WHERE ended_at is null;--> statement-breakpoint
DROP INDEX `bookings_diary`;--> statement-breakpoint
DROP INDEX `bookings_whole_diary`;--> statement-breakpoint
CREATE INDEX `bookings_changed` ON `bookings` (`operator_id`,`updated_at`,`departs_at`,`id`,`status`);--> statement-breakpoint
CREATE INDEX `bookings_diary` ON `bookings` (`operator_id`,`status`,`departs_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_whole_diary` ON `bookings` (`operator_id`,`departs_at`,`id`);--> statement-breakpoint
INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
SELECT `operator_id`, CASE WHEN `outcome` = 'expired' AND `declined_at` IS NULL THEN 'expired_jobs' ELSE 'jobs' END, `offered_at` / 86400000, count(*)
FROM `offers` WHERE `outcome` IS NULL OR `outcome` <> 'won' GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
SELECT `operator_id`, `status` || '_bookings', `departs_at` / 86400000, count(*) FROM `bookings` GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
SELECT `operator_id`, `status` || '_payouts', `created_at` / 86400000, count(*) FROM `payouts` GROUP BY 1, 2, 3;--> statement-breakpoint
CREATE TRIGGER `offers_counted` AFTER INSERT ON `offers` BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, CASE WHEN NEW.`outcome` = 'expired' AND NEW.`declined_at` IS NULL THEN 'expired_jobs' WHEN NEW.`outcome` = 'won' THEN NULL ELSE 'jobs' END, NEW.`offered_at` / 86400000, 1 WHERE NEW.`outcome` IS NOT 'won'
	ON CONFLICT (`operator_id`, `list`, `day`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `offers_recounted` AFTER UPDATE OF `outcome`, `declined_at` ON `offers`
WHEN CASE WHEN OLD.`outcome` = 'expired' AND OLD.`declined_at` IS NULL THEN 'expired_jobs' WHEN OLD.`outcome` = 'won' THEN NULL ELSE 'jobs' END IS NOT CASE WHEN NEW.`outcome` = 'expired' AND NEW.`declined_at` IS NULL THEN 'expired_jobs' WHEN NEW.`outcome` = 'won' THEN NULL ELSE 'jobs' END BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT OLD.`operator_id`, CASE WHEN OLD.`outcome` = 'expired' AND OLD.`declined_at` IS NULL THEN 'expired_jobs' WHEN OLD.`outcome` = 'won' THEN NULL ELSE 'jobs' END, OLD.`offered_at` / 86400000, -1 WHERE OLD.`outcome` IS NOT 'won'
	ON CONFLICT (`operator_id`, `list`, `day`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, CASE WHEN NEW.`outcome` = 'expired' AND NEW.`declined_at` IS NULL THEN 'expired_jobs' WHEN NEW.`outcome` = 'won' THEN NULL ELSE 'jobs' END, NEW.`offered_at` / 86400000, 1 WHERE NEW.`outcome` IS NOT 'won'
	ON CONFLICT (`operator_id`, `list`, `day`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `bookings_counted` AFTER INSERT ON `bookings` BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_bookings', NEW.`departs_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `bookings_recounted` AFTER UPDATE OF `status`, `departs_at` ON `bookings`
WHEN OLD.`status` IS NOT NEW.`status` OR OLD.`departs_at` / 86400000 IS NOT NEW.`departs_at` / 86400000 BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT OLD.`operator_id`, OLD.`status` || '_bookings', OLD.`departs_at` / 86400000, -1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_bookings', NEW.`departs_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `payouts_counted` AFTER INSERT ON `payouts` BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_payouts', NEW.`created_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `payouts_recounted` AFTER UPDATE OF `status` ON `payouts`
WHEN OLD.`status` || '_payouts' IS NOT NEW.`status` || '_payouts' BEGIN
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT OLD.`operator_id`, OLD.`status` || '_payouts', OLD.`created_at` / 86400000, -1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `list_counts` (`operator_id`, `list`, `day`, `total`)
	SELECT NEW.`operator_id`, NEW.`status` || '_payouts', NEW.`created_at` / 86400000, 1 WHERE true
	ON CONFLICT (`operator_id`, `list`, `day`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;
