import { sql } from 'drizzle-orm'
import type { MessageStatus, RecipientKind } from '../../domain/message.ts'
import type { Channel, FactName, Topic } from '../../domain/notices.ts'
import type { Lane } from '../../domain/task-kind.ts'
import type { Columns } from '../columns.ts'
import { emailText } from '../rows/email-text.ts'

/** The stored names of the lanes; that of payments is an earlier name. */
export type StoredLane = 'main' | 'messages' | 'sms' | 'bank'

/** The stored name of a lane. */
export function toStoredLane(lane: Lane): StoredLane {
  return lane === 'payments' ? 'bank' : lane
}

/** Every lane, so that a statement about all of them can use the index of ready tasks, which begins with the lane. */
export const storedLanes: readonly StoredLane[] = ['main', 'messages', 'sms', 'bank']

/** The tables of pending work: stored responses, rate limits, tasks, leases, and messages with their notices. */
export function schedulerTables(c: Columns) {
  /**
   * Responses to requests with an `Idempotency-Key`. Written by the request that claims the key. Deleted without a response to
   * store, by the purge after 24 hours, and at the erasure of its driver.
   */
  const storedResponses = c.table(
    'stored_responses',
    {
      id: c.text().primaryKey(),
      scope: c.text().notNull(),
      key: c.text().notNull(),
      fingerprint: c.text().notNull(),
      /** `in_flight` from the claim until the work has a response; `completed` by that response, which is final. */
      state: c.text().$type<'in_flight' | 'completed'>().notNull(),
      bootId: c.text().notNull(),
      leaseUntil: c.instant(),
      status: c.int(),
      encrypted: c.text(),
      createdAt: c.instant().notNull(),
      expiresAt: c.instant().notNull(),
    },
    (t) => [c.unique('stored_responses_key').on(t.scope, t.key), c.index('stored_responses_expiry').on(t.expiresAt)],
  )

  const counters = () => ({
    id: c.id(),
    subject: c.text().notNull(),
    bucket: c.text().notNull(),
    state: c.text().notNull(),
    expiresAt: c.instant().notNull(),
  })

  /**
   * Counters of recent calls. Written by the rate limiter. Deleted by the purge once their windows have ended, and by a crash of
   * PostgreSQL, which keeps no log of them.
   */
  const rateLimits = c.table('rate_limits', counters(), (t) => [
    c.unique('rate_limits_subject').on(t.subject, t.bucket),
    c.index('rate_limits_expiry').on(t.expiresAt),
  ])

  /**
   * Counters of recent tries to sign in. Written by the rate limiter, and by `/readyz`. Deleted by the purge once their windows
   * have ended: no crash may allow more guesses.
   */
  const signInLimits = c.table('sign_in_limits', counters(), (t) => [
    c.unique('sign_in_limits_subject').on(t.subject, t.bucket),
    c.index('sign_in_limits_expiry').on(t.expiresAt),
  ])

  /**
   * Tasks and the instants at which they are due. Written by everything with a deadline, claimed by the worker. Deleted when no
   * such work is left for its subject.
   */
  const scheduler = c.table(
    'scheduler',
    {
      id: c.id(),
      kind: c.text().notNull(),
      lane: c.text().$type<StoredLane>().notNull(),
      subjectId: c.int().notNull(),
      dueAt: c.instant().notNull(),
      /** Instant from which it can begin: its due date, the end of its lease, or the end of the wait after a failure. */
      readyAt: c.instant().notNull(),
      attempts: c.int().notNull(),
      leaseToken: c.text(),
      bootId: c.text(),
      lastError: c.text(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.unique('scheduler_subject').on(t.kind, t.subjectId), c.index('scheduler_ready').on(t.lane, t.readyAt, t.id)],
  )

  /**
   * Leases on work for a single holder, with the holder of each. Written by the dispatcher, which extends them. Deleted when
   * released; otherwise the next holder takes them over.
   */
  const leases = c.table('leases', {
    name: c.text().primaryKey(),
    token: c.text().notNull(),
    bootId: c.text().notNull(),
    until: c.instant().notNull(),
  })

  /**
   * Emails and SMS. Written with their fact, or with their own words; then by the message worker, which empties the text.
   * Deleted if obsolete before the sending, by the purge 7 days after queuing, and at an erasure.
   */
  const messages = c.table(
    'messages',
    {
      id: c.id(),
      channel: c.text().$type<Channel>().notNull(),
      /** An email address, or a phone number. */
      recipient: c.packed(emailText).notNull(),
      /** Its fact, whose words are made when it is due; null for a message with its own words. */
      fact: c.text().$type<FactName>(),
      topic: c.text().$type<Topic>(),
      toKind: c.text().$type<RecipientKind>(),
      /** The operator that sends it, whose name it shows and whose list contains it. */
      operatorId: c.int(),
      tripId: c.int(),
      userId: c.int(),
      /** The driver who receives it, if any. The row is deleted with the driver. */
      driverId: c.int(),
      /** Number of its subject, by fact: a request, an assignment, a check. */
      subjectId: c.int(),
      /**
       * Key of a piece of news to a person, so that a repeat while it waits stays one message. Null once it is sent, and for a
       * message without news.
       */
      newsKey: c.text(),
      /** Instant at which the fact changed while it waited or was being sent. */
      toldAgainAt: c.instant(),
      /** The message that carries it, if one message has several pieces of news. */
      carriedById: c.int(),
      subject: c.text(),
      /** Encrypted, because a message may contain a sign-in link or a code. */
      encrypted: c.text().notNull(),
      status: c.text().$type<MessageStatus>().notNull(),
      attempts: c.int().notNull(),
      lastError: c.text(),
      /** Instant at which it expires. */
      expiresAt: c.instant(),
      sentAt: c.instant(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('messages_news').on(t.newsKey).where(sql`news_key is not null`),
      // The purge keeps messages few, so that a list filters those of its operator. The status changes soon and would be written twice.
      c.index('messages_listed').on(t.operatorId, t.createdAt, t.id, t.tripId).where(sql`operator_id is not null`),
      c.index('messages_failed').on(t.operatorId, t.id).where(sql`status = 'failed' and operator_id is not null`),
      c.index('messages_waiting').on(t.userId, t.channel).where(sql`status = 'queued' and user_id is not null`),
      c.index('messages_carried').on(t.carriedById).where(sql`carried_by_id is not null`),
    ],
  )

  /** The state of a quote that its customer was last notified of. Written after an email was sent. Never deleted. */
  const quoteNotices = c.table(
    'quote_notices',
    {
      id: c.id(),
      quoteId: c.int().notNull(),
      tripId: c.int().notNull(),
      revision: c.int().notNull(),
      /** Whether the customer was notified of its end. */
      isClosed: c.bool().notNull(),
      toldAt: c.instant().notNull(),
    },
    (t) => [c.unique('quote_notices_quote').on(t.quoteId), c.index('quote_notices_trip').on(t.tripId)],
  )

  return { storedResponses, rateLimits, signInLimits, scheduler, leases, messages, quoteNotices }
}
