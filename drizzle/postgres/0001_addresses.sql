ALTER TABLE "bookings" ADD COLUMN "invoice_requested_at" bigint;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "address" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "operator_address" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "address" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "own_customers" ADD COLUMN "address" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "taken_amount" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "taken_currency" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "bookings_invoice_requested" ON "bookings" USING btree ("operator_id","invoice_requested_at","id") WHERE status = 'active' and invoice_requested_at is not null;