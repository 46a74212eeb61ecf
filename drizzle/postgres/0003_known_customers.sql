ALTER TABLE "customers" ADD COLUMN "known_to" bigint;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "person_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_known_to_operators_id_fk" FOREIGN KEY ("known_to") REFERENCES "operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING btree ("known_to","id","search_text") WHERE search_text is not null;--> statement-breakpoint
CREATE INDEX "customers_person" ON "customers" USING btree ("known_to","person_key","search_text") WHERE known_to is not null;--> statement-breakpoint
UPDATE "own_customers" SET "search_text" = NULL;