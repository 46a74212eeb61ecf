import type { Lane } from '../../domain/lane.ts'
import type { MessageStatus } from '../../domain/message.ts'
import type { Columns } from '../columns.ts'

/** What keeps promises: stored responses, rate limits, tasks, leases and messages. */
export function schedulerTables(c: Columns) {
  /**
   * What was answered under an `Idempotency-Key`. Written by the request that claims it. Deleted when its work is not worth keeping,
   * by the purge after 24 hours, and at the erasure of its driver.
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

  /**
   * How much was called lately. Written by the rate limiter about once a second, and by `/readyz`. Deleted by the purge once its
   * windows are over.
   */
  const rateLimits = c.table(
    'rate_limits',
    {
      id: c.id(),
      subject: c.text().notNull(),
      bucket: c.text().notNull(),
      state: c.text().notNull(),
      expiresAt: c.instant().notNull(),
    },
    (t) => [c.unique('rate_limits_subject').on(t.subject, t.bucket), c.index('rate_limits_expiry').on(t.expiresAt)],
  )

  /**
   * What is to be done and when. Written by whatever needs a deadline, claimed by the worker. Deleted when nothing of the kind is left
   * to do for its subject.
   */
  const scheduler = c.table(
    'scheduler',
    {
      id: c.id(),
      kind: c.text().notNull(),
      lane: c.text().$type<Lane>().notNull(),
      subjectId: c.int().notNull(),
      dueAt: c.instant().notNull(),
      /** From when it may be begun: as it is due, or at the end of its lease, or of the wait after a failure. */
      readyAt: c.instant().notNull(),
      attempts: c.int().notNull(),
      leaseToken: c.text(),
      bootId: c.text(),
      lastError: c.text(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('scheduler_subject').on(t.kind, t.subjectId),
      c.index('scheduler_ready').on(t.lane, t.readyAt, t.id),
      c.index('scheduler_due').on(t.dueAt),
    ],
  )

  /**
   * What only one may do at a time, and who does it. Written by the dispatcher, which prolongs it. Deleted when handed back; else the
   * next one takes it over.
   */
  const leases = c.table('leases', {
    name: c.text().primaryKey(),
    token: c.text().notNull(),
    bootId: c.text().notNull(),
    until: c.instant().notNull(),
  })

  /**
   * Mails and SMS. Written by what has something to say, then by the message worker, which empties the text. Deleted by the purge
   * 7 days after they were queued, and at an erasure.
   */
  const messages = c.table(
    'messages',
    {
      id: c.id(),
      channel: c.text().$type<'mail' | 'sms'>().notNull(),
      recipient: c.text().notNull(),
      /** Whom it is for, when it is for a driver: it goes when they do. */
      driverId: c.int(),
      subject: c.text(),
      /** Encrypted: a message may carry a sign-in link or a code. */
      encrypted: c.text().notNull(),
      status: c.text().$type<MessageStatus>().notNull(),
      attempts: c.int().notNull(),
      lastError: c.text(),
      /** What it says is of no use any more after this. */
      expiresAt: c.instant(),
      sentAt: c.instant(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.index('messages_driver').on(t.driverId),
      c.index('messages_recipient').on(t.recipient),
      c.index('messages_age').on(t.createdAt),
    ],
  )

  return { storedResponses, rateLimits, scheduler, leases, messages }
}
