DROP INDEX `bookings_ahead`;--> statement-breakpoint
DROP INDEX `webhook_subscriptions_silent`;