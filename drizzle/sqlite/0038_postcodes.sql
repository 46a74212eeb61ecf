-- A restore of an earlier backup keeps the postcodes of the database, so that the tables may exist.
CREATE TABLE IF NOT EXISTS `postcode_sets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`imported_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `postcodes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`latitude` integer NOT NULL,
	`longitude` integer NOT NULL
);
