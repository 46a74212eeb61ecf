CREATE TABLE `known_places` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`own_customer_id` integer,
	`key` text NOT NULL,
	`label` text NOT NULL,
	`kind` text NOT NULL,
	`locality` text,
	`postcode` text,
	`point` text,
	`folded` text NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`own_customer_id`) REFERENCES `own_customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `known_places_key` ON `known_places` (`operator_id`,`key`);--> statement-breakpoint
CREATE INDEX `known_places_used` ON `known_places` (`operator_id`,`used`,`id`,`folded`) WHERE own_customer_id is null;--> statement-breakpoint
CREATE INDEX `known_places_homes` ON `known_places` (`own_customer_id`,`used`,`id`,`folded`) WHERE own_customer_id is not null;--> statement-breakpoint
CREATE TABLE `place_tails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`place_id` integer NOT NULL,
	`tail` text NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`place_id`) REFERENCES `known_places`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `place_tails_tail` ON `place_tails` (`operator_id`,`tail`,`place_id`);--> statement-breakpoint
CREATE INDEX `place_tails_place` ON `place_tails` (`place_id`);--> statement-breakpoint
CREATE TABLE `trip_places` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`trip_id` integer NOT NULL,
	`place_id` integer NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`place_id`) REFERENCES `known_places`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trip_places_trip` ON `trip_places` (`trip_id`,`operator_id`,`place_id`);--> statement-breakpoint
CREATE INDEX `trip_places_place` ON `trip_places` (`place_id`);--> statement-breakpoint
CREATE INDEX `trip_places_age` ON `trip_places` (`used_at`);--> statement-breakpoint
ALTER TABLE `amendments` ADD `drives` text;--> statement-breakpoint
ALTER TABLE `operators` ADD `depot` text;