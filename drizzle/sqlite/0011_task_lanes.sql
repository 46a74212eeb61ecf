CREATE TABLE `__new_scheduler` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`lane` text NOT NULL,
	`subject_id` integer NOT NULL,
	`due_at` integer NOT NULL,
	`ready_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`lease_token` text,
	`boot_id` text,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_scheduler`
SELECT `id`, `kind`,
	CASE `kind` WHEN 'message' THEN 'messages' WHEN 'charge' THEN 'bank' WHEN 'refund' THEN 'bank' ELSE 'main' END,
	`subject_id`, `due_at`, max(`due_at`, coalesce(`lease_until`, 0)),
	`attempts`, `lease_token`, `boot_id`, `last_error`, `created_at`
FROM `scheduler`;--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_scheduler', 0 WHERE NOT EXISTS (SELECT 1 FROM `sqlite_sequence` WHERE `name` = '__new_scheduler');--> statement-breakpoint
UPDATE `sqlite_sequence` SET `seq` = coalesce((SELECT `seq` FROM `sqlite_sequence` WHERE `name` = 'scheduler'), 0) WHERE `name` = '__new_scheduler';--> statement-breakpoint
DROP TABLE `scheduler`;--> statement-breakpoint
ALTER TABLE `__new_scheduler` RENAME TO `scheduler`;--> statement-breakpoint
CREATE UNIQUE INDEX `scheduler_subject` ON `scheduler` (`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `scheduler_ready` ON `scheduler` (`lane`,`ready_at`,`id`);--> statement-breakpoint
CREATE INDEX `scheduler_due` ON `scheduler` (`due_at`);
