ALTER TABLE `trips` RENAME COLUMN `sheet` TO `itinerary`;--> statement-breakpoint
ALTER TABLE `trips` RENAME COLUMN `job_sheet` TO `masked_itinerary`;--> statement-breakpoint
ALTER TABLE `trips` ADD `mask_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `trips_mask_version` ON `trips` (`mask_version`);
