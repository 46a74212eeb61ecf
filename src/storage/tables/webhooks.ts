import { sql } from 'drizzle-orm'
import type { DeliveryError, DeliveryStatus } from '../../domain/delivery.ts'
import type { EventName } from '../../domain/event.ts'
import type { ParkedReason } from '../../domain/subscription.ts'
import type { Columns } from '../columns.ts'

/** The tables of webhooks: subscriptions, events, and the state of each delivery. */
export function webhookTables(c: Columns) {
  /**
   * Subscriptions to an operator's events, with their addresses. Written by the credential, then by the dispatcher. Never
   * deleted: ending one sets `deletedAt`, parking is permanent.
   */
  const webhookSubscriptions = c.table(
    'webhook_subscriptions',
    {
      id: c.id(),
      operatorId: c.int().notNull(),
      credentialId: c.int().notNull(),
      label: c.text().notNull(),
      /** Empty only inside the transaction that inserts the row. */
      encryptedEndpointUrl: c.text().notNull(),
      /** Host of the endpoint, which the log may name. */
      endpointHost: c.text().notNull().default(''),
      events: c.json<EventName[]>().notNull(),
      encryptedSecret: c.text().notNull(),
      consecutiveFailures: c.int().notNull(),
      parkedAt: c.instant(),
      parkedReason: c.text().$type<ParkedReason>(),
      skippedSinceParked: c.int().notNull(),
      lastDeliveryAt: c.instant(),
      lastResponseStatus: c.int(),
      createdAt: c.instant().notNull(),
      deletedAt: c.instant(),
    },
    (t) => [
      c.index('webhook_subscriptions_operator').on(t.operatorId),
      c.index('webhook_subscriptions_credential').on(t.credentialId),
      c.index('webhook_subscriptions_parked').on(t.id).where(sql`parked_at is not null and deleted_at is null`),
    ],
  )

  /**
   * Events. Written in the transaction of the fact, and not changed. Deleted by the purge after 30 days, once no delivery of them
   * is left.
   */
  const webhookEvents = c.table(
    'webhook_events',
    {
      id: c.id(),
      operatorId: c.int().notNull(),
      event: c.text().$type<EventName>().notNull(),
      tripId: c.int().notNull(),
      /** The exact text for a subscription with full access, the same at every attempt. */
      body: c.text().notNull(),
      occurredAt: c.instant().notNull(),
    },
    (t) => [c.index('webhook_events_age').on(t.occurredAt)],
  )

  /**
   * One event to one subscription. Written with the event, then by the dispatcher and `webhook replay`. Deleted by the purge once it
   * ended and its event is 30 days old.
   */
  const webhookDeliveries = c.table(
    'webhook_deliveries',
    {
      id: c.text().primaryKey(),
      eventId: c.int().notNull(),
      subscriptionId: c.int().notNull(),
      event: c.text().$type<EventName>().notNull(),
      /** False if the subscription's credential could not read the subject at the time of the event: `data` is then empty. */
      hasData: c.bool().notNull(),
      status: c.text().$type<DeliveryStatus>().notNull(),
      attempts: c.int().notNull(),
      dueAt: c.instant().notNull(),
      lastStatus: c.int(),
      lastError: c.text().$type<DeliveryError>(),
      deliveredAt: c.instant(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('webhook_deliveries_event').on(t.eventId, t.subscriptionId),
      c.index('webhook_deliveries_queue').on(t.subscriptionId, t.dueAt, t.eventId).where(sql`status = 'pending'`),
      c.index('webhook_deliveries_log').on(t.subscriptionId, t.createdAt, t.id, t.status, t.event),
    ],
  )

  /** Every attempt at a delivery. Written by the dispatcher and not changed. Deleted with its delivery. */
  const webhookAttempts = c.table(
    'webhook_attempts',
    {
      id: c.id(),
      deliveryId: c.text().notNull(),
      number: c.int().notNull(),
      attemptedAt: c.instant().notNull(),
      durationMs: c.int().notNull(),
      responseStatus: c.int(),
      error: c.text().$type<DeliveryError>(),
    },
    (t) => [c.unique('webhook_attempts_number').on(t.deliveryId, t.number)],
  )

  return { webhookSubscriptions, webhookEvents, webhookDeliveries, webhookAttempts }
}
