import { sql } from 'drizzle-orm'
import type { DeliveryError, DeliveryStatus } from '../../domain/delivery.ts'
import type { EventName } from '../../domain/event.ts'
import type { ParkedReason } from '../../domain/subscription.ts'
import type { Columns } from '../columns.ts'

/** What keeps promises: kept answers, ceilings, due work, messages and webhooks. */
export function machineryTables(c: Columns) {
  const keptAnswers = c.table(
    'kept_answers',
    {
      id: c.text().primaryKey(),
      scope: c.text().notNull(),
      key: c.text().notNull(),
      fingerprint: c.text().notNull(),
      state: c.text().$type<'in_flight' | 'completed'>().notNull(),
      bootId: c.text().notNull(),
      leaseUntil: c.instant(),
      status: c.int(),
      sealed: c.text(),
      createdAt: c.instant().notNull(),
      expiresAt: c.instant().notNull(),
    },
    (t) => [c.unique('kept_answers_key').on(t.scope, t.key), c.index('kept_answers_expiry').on(t.expiresAt)],
  )

  const ceilings = c.table(
    'ceilings',
    {
      id: c.id(),
      subject: c.text().notNull(),
      bucket: c.text().notNull(),
      state: c.text().notNull(),
      expiresAt: c.instant().notNull(),
    },
    (t) => [c.unique('ceilings_subject').on(t.subject, t.bucket), c.index('ceilings_expiry').on(t.expiresAt)],
  )

  const scheduler = c.table(
    'scheduler',
    {
      id: c.id(),
      kind: c.text().notNull(),
      subjectId: c.int().notNull(),
      dueAt: c.instant().notNull(),
      attempts: c.int().notNull(),
      leaseToken: c.text(),
      leaseUntil: c.instant(),
      bootId: c.text(),
      lastError: c.text(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.unique('scheduler_subject').on(t.kind, t.subjectId), c.index('scheduler_due').on(t.dueAt, t.id)],
  )

  /** What only one may do at a time, and who does it. */
  const leases = c.table('leases', {
    name: c.text().primaryKey(),
    token: c.text().notNull(),
    bootId: c.text().notNull(),
    until: c.instant().notNull(),
  })

  const messages = c.table('messages', {
    id: c.id(),
    channel: c.text().$type<'mail' | 'sms'>().notNull(),
    recipient: c.text().notNull(),
    /** Whom it is for, when it is for a driver: it goes when they do. */
    driverId: c.int(),
    subject: c.text(),
    /** Sealed: a message may carry a sign-in link or a code. */
    sealed: c.text().notNull(),
    status: c.text().$type<'queued' | 'sent' | 'failed'>().notNull(),
    attempts: c.int().notNull(),
    lastError: c.text(),
    /** What it says is of no use any more after this. */
    expiresAt: c.instant(),
    sentAt: c.instant(),
    createdAt: c.instant().notNull(),
  })

  const webhookSubscriptions = c.table(
    'webhook_subscriptions',
    {
      id: c.id(),
      operatorId: c.int().notNull(),
      credentialId: c.int().notNull(),
      label: c.text().notNull(),
      /** Empty only until it is written over within the transaction that made the row. */
      sealedEndpointUrl: c.text().notNull(),
      /** What of it the log may name. */
      endpointHost: c.text().notNull().default(''),
      events: c.json<EventName[]>().notNull(),
      sealedSecret: c.text().notNull(),
      consecutiveFailures: c.int().notNull(),
      parkedAt: c.instant(),
      parkedReason: c.text().$type<ParkedReason>(),
      skippedSinceParked: c.int().notNull(),
      lastDeliveryAt: c.instant(),
      lastResponseStatus: c.int(),
      createdAt: c.instant().notNull(),
      deletedAt: c.instant(),
    },
    (t) => [c.index('webhook_subscriptions_operator').on(t.operatorId)],
  )

  const webhookEvents = c.table(
    'webhook_events',
    {
      id: c.id(),
      operatorId: c.int().notNull(),
      event: c.text().$type<EventName>().notNull(),
      tripId: c.int().notNull(),
      /** The exact text for whoever may read all of it, the same at every attempt. */
      body: c.text().notNull(),
      occurredAt: c.instant().notNull(),
    },
    (t) => [c.index('webhook_events_age').on(t.occurredAt)],
  )

  const webhookDeliveries = c.table(
    'webhook_deliveries',
    {
      id: c.text().primaryKey(),
      eventId: c.int().notNull(),
      subscriptionId: c.int().notNull(),
      event: c.text().$type<EventName>().notNull(),
      /** False where the subscription's credential could not read the thing when it happened: then `data` goes empty. */
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
      c.unique('webhook_deliveries_once').on(t.eventId, t.subscriptionId),
      c.index('webhook_deliveries_queue').on(t.subscriptionId, t.dueAt, t.eventId).where(sql`status = 'pending'`),
      c.index('webhook_deliveries_log').on(t.subscriptionId, t.createdAt, t.id, t.status, t.event),
    ],
  )

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

  return {
    keptAnswers,
    ceilings,
    scheduler,
    leases,
    messages,
    webhookSubscriptions,
    webhookEvents,
    webhookDeliveries,
    webhookAttempts,
  }
}
