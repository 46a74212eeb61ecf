ALTER TABLE `known_places` ADD `point_source` text;--> statement-breakpoint
ALTER TABLE `known_places` ADD `country` text;