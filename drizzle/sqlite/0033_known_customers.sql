ALTER TABLE `customers` ADD `known_to` integer REFERENCES operators(id);--> statement-breakpoint
ALTER TABLE `customers` ADD `person_key` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `search_text` text;--> statement-breakpoint
CREATE INDEX `customers_search` ON `customers` (`known_to`,`id`,`search_text`) WHERE search_text is not null;--> statement-breakpoint
CREATE INDEX `customers_person` ON `customers` (`known_to`,`person_key`,`search_text`) WHERE known_to is not null;--> statement-breakpoint
UPDATE `own_customers` SET `search_text` = NULL;