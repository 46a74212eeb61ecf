CREATE TABLE `sign_in_limits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`bucket` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_limits_subject` ON `sign_in_limits` (`subject`,`bucket`);--> statement-breakpoint
CREATE INDEX `sign_in_limits_expiry` ON `sign_in_limits` (`expires_at`);--> statement-breakpoint
INSERT INTO `sign_in_limits` (`subject`, `bucket`, `state`, `expires_at`)
  SELECT `subject`, `bucket`, `state`, `expires_at` FROM `rate_limits` WHERE `bucket` IN ('exchange', 'sign_in', 'sign_in_ip');--> statement-breakpoint
DELETE FROM `rate_limits` WHERE `bucket` IN ('exchange', 'sign_in', 'sign_in_ip');
