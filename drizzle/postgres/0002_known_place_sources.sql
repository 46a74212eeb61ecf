ALTER TABLE "known_places" ADD COLUMN "point_source" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "known_places" ADD COLUMN "country" text COLLATE "C";