DROP TABLE `legs`;--> statement-breakpoint
DROP TABLE `stops`;