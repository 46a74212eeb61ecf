import { sql } from 'drizzle-orm'
import type { MessageStatus, RecipientKind } from '../../domain/message.ts'
import type { Channel, FactName, Topic } from '../../domain/notices.ts'
import type { Lane } from '../../domain/task-kind.ts'
import type { Columns } from '../columns.ts'
import { emailText } from '../rows/email-text.ts'

/** The words that rows keep for the lanes of work; that of payments is older than its name. */
export type StoredLane = 'main' | 'messages' | 'sms' | 'bank'

/** The word that rows keep for a lane. */
export function storedLane(lane: Lane): StoredLane {
  return lane === 'payments' ? 'bank' : lane
}

/** Every lane, so that a statement about all of them can use the index of what is ready, which begins with the lane. */
export const storedLanes: readonly StoredLane[] = ['main', 'messages', 'sms', 'bank']

/** The tables that keep promises: stored responses, rate limits, tasks, leases, and messages with what they told. */
export function schedulerTables(c: Columns) {
  /**
   * Answers to requests with an `Idempotency-Key`. Written by the request that claims the key. Deleted when its work is
   * not worth keeping, by the purge after 24 hours, and at the erasure of its driver.
   */
  const storedResponses = c.table(
    'stored_responses',
    {
      id: c.text().primaryKey(),
      scope: c.text().notNull(),
      key: c.text().notNull(),
      fingerprint: c.text().notNull(),
      /** `in_flight` from the claim until the work has an answer; `completed` by that answer, which is final. */
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
   * Counters of recent calls. Written by the rate limiter. Deleted by the purge once their windows are over, and by a
   * crash of PostgreSQL, which keeps no log of them.
   */
  const rateLimits = c.table('rate_limits', counters(), (t) => [
    c.unique('rate_limits_subject').on(t.subject, t.bucket),
    c.index('rate_limits_expiry').on(t.expiresAt),
  ])

  /**
   * Counters of recent tries to sign in. Written by the rate limiter, and by `/readyz`. Deleted by the purge once their
   * windows are over: no crash may give anybody more guesses.
   */
  const signInLimits = c.table('sign_in_limits', counters(), (t) => [
    c.unique('sign_in_limits_subject').on(t.subject, t.bucket),
    c.index('sign_in_limits_expiry').on(t.expiresAt),
  ])

  /**
   * Tasks and the instants at which they are due. Written by whatever needs a deadline, claimed by the worker. Deleted
   * when nothing of the kind is left to do for its subject.
   */
  const scheduler = c.table(
    'scheduler',
    {
      id: c.id(),
      kind: c.text().notNull(),
      lane: c.text().$type<StoredLane>().notNull(),
      subjectId: c.int().notNull(),
      dueAt: c.instant().notNull(),
      /**
       * Instant from which it may be begun: as it is due, or at the end of its lease, or of the wait after a failure.
       */
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
   * Leases on work that only one may do at a time, with who holds each. Written by the dispatcher, which prolongs them.
   * Deleted when handed back; else the next one takes them over.
   */
  const leases = c.table('leases', {
    name: c.text().primaryKey(),
    token: c.text().notNull(),
    bootId: c.text().notNull(),
    until: c.instant().notNull(),
  })

  /**
   * Mails and SMS. Written with the fact they tell of, or by what has words of its own to say; then by the message worker, which
   * empties the text. Deleted when it is over before it goes, by the purge 7 days after it was queued, and at an erasure.
   */
  const messages = c.table(
    'messages',
    {
      id: c.id(),
      channel: c.text().$type<Channel>().notNull(),
      /** An email address, or a phone number. */
      recipient: c.packed(emailText).notNull(),
      /** The fact that it tells of, in words made when it is due; null for one that brings its own. */
      fact: c.text().$type<FactName>(),
      topic: c.text().$type<Topic>(),
      toKind: c.text().$type<RecipientKind>(),
      /** The operator whose message it is. It comes under their name, and they see it in their list. */
      operatorId: c.int(),
      tripId: c.int(),
      userId: c.int(),
      /** The driver it is for, if it is for one. The row goes when they do. */
      driverId: c.int(),
      /** Number of what it is about: a request, an assignment, a check. Each fact says which. */
      subjectId: c.int(),
      /**
       * Key of a piece of news to a person. Told again while it waits, it stays one message. Null once it is done or
       * carried along, and for a message that stands alone.
       */
      newsKey: c.text(),
      /** Instant at which it was told again while it waited or was on its way. */
      toldAgainAt: c.instant(),
      /** The message that carries it along, where a person hears of several things at once. */
      carriedById: c.int(),
      subject: c.text(),
      /** Encrypted: a message may carry a sign-in link or a code. */
      encrypted: c.text().notNull(),
      status: c.text().$type<MessageStatus>().notNull(),
      attempts: c.int().notNull(),
      lastError: c.text(),
      /** Instant after which what it says is of no use any more. */
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

  /** The state of a quote that its customer was last told. Written when a mail has told it. Never deleted. */
  const quoteNotices = c.table(
    'quote_notices',
    {
      id: c.id(),
      quoteId: c.int().notNull(),
      tripId: c.int().notNull(),
      revision: c.int().notNull(),
      /** Whether the customer knows that it is no longer open. */
      isClosed: c.bool().notNull(),
      toldAt: c.instant().notNull(),
    },
    (t) => [c.unique('quote_notices_quote').on(t.quoteId), c.index('quote_notices_trip').on(t.tripId)],
  )

  return { storedResponses, rateLimits, signInLimits, scheduler, leases, messages, quoteNotices }
}
