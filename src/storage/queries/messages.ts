import { and, asc, desc, eq, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { RecipientKind } from '../../domain/message.ts'
import type { Channel } from '../../domain/notices.ts'
import { handfuls, inBulk, isAmongFirst, removeSome } from '../rows/bulk.ts'
import { boundTo } from '../rows/encryption.ts'
import { dropper, finder, inserter, lister, saver } from '../rows/statements.ts'
import type { SecretBox } from '../secret-box.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { type PlannedTask, schedule, scheduleAll } from './scheduler.ts'

export type MessageRow = Row<'messages'>

const insert = inserter('messages')
export const saveMessage = saver('messages', ['status'])

/** The scheduler's names for a mail and for an SMS that wait to be sent. */
export const messageTask = 'message'
export const smsTask = 'sms'

/** The name under which a message waits: each way has a lane of its own. */
export function taskOf({ channel }: Pick<MessageRow, 'channel'>): typeof smsTask | typeof messageTask {
  return channel === 'sms' ? smsTask : messageTask
}

export type NewMessage = {
  readonly channel: Channel
  readonly recipient: string
  /** Operator whose message it is, where one is meant: it comes under that operator's name. */
  readonly operatorId?: number | null
  readonly toKind?: RecipientKind | null
  readonly userId?: number | null
  /** Driver whom it is for, when it is for one. */
  readonly driverId?: number | null
  readonly subject: string | null
  readonly text: string
  /** Instant (ms) from which it is of no use any more; never unless said. */
  readonly expiresAt?: number | null
  readonly now: number
}

/** The recipient of a message that goes nowhere: written so that asking for a stranger leaves and takes what asking for anybody does. */
export const noRecipient = ''

/** Queues a message to be sent by the worker; its text is encrypted, for it may carry a link or a code. */
export async function insertMessage(tx: Writer, secretBox: SecretBox, message: NewMessage): Promise<MessageRow> {
  const { text, now, ...envelope } = message
  const row = await insert(tx, {
    expiresAt: null,
    driverId: null,
    ...envelope,
    encrypted: '',
    status: 'queued',
    attempts: 0,
    createdAt: now,
  })
  const encrypted = await saveMessage(tx, row, { encrypted: secretBox.encrypt(text, boundTo('message', row.id)) })
  await schedule(tx, taskOf(row), row.id, now, now)
  return encrypted
}

const noticeKeys = [
  'channel',
  'recipient',
  'fact',
  'topic',
  'toKind',
  'operatorId',
  'tripId',
  'userId',
  'driverId',
  'subjectId',
  'newsKey',
] as const

/** News of a fact to somebody, about things by their numbers; the words follow when it is due. */
export type Notice = Pick<MessageRow, (typeof noticeKeys)[number]>

const noticing = inBulk(
  'notice',
  noticeKeys,
  ({ db, t: { messages } }, places, now) =>
    db
      .insert(messages)
      .values(places.map((place) => ({ ...place, encrypted: '', status: 'queued' as const, attempts: 0, createdAt: now })))
      .onConflictDoUpdate({
        target: messages.newsKey,
        targetWhere: sql`news_key is not null`,
        set: { toldAgainAt: sql`excluded.created_at` },
      })
      .returning({ id: messages.id, channel: messages.channel, toldAgainAt: messages.toldAgainAt }),
  handfuls,
)

/**
 * Queues news and plans what else is to follow. What still waits to be told to the same person is told once, as it stands then.
 */
export async function insertNotices(
  tx: Writer,
  notices: readonly Notice[],
  now: number,
  later: readonly PlannedTask[] = [],
): Promise<void> {
  const written = (await noticing(tx, notices, now)).flat()
  const fresh = written.filter(({ toldAgainAt }) => toldAgainAt === null)
  const tasks = fresh.map((row) => ({ kind: taskOf(row), subjectId: row.id, dueAt: now }))
  await scheduleAll(tx, [...tasks, ...later], now)
}

export const findMessage = finder('messages', 'id')

const waiting = prepared('messages_waiting_for', ({ db, t: { messages } }) =>
  db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.userId, sql.placeholder('userId')),
        eq(messages.channel, sql.placeholder('channel')),
        eq(messages.status, sql`'queued'`),
      ),
    )
    .orderBy(asc(messages.id)),
)

/** Messages that wait to be told to a person on one channel, in the order they were queued. */
export async function messagesWaitingFor(db: Reader, userId: number, channel: Channel): Promise<MessageRow[]> {
  return waiting(db).execute({ userId, channel })
}

/** Lists the messages that another carries along, in the order they were queued. */
export const carriedBy = lister('messages', 'carriedById', ({ id }) => asc(id))

/** Marks the messages that another carried as gone the same way. */
export async function settleCarried(
  tx: Writer,
  carriedById: number,
  settled: Pick<MessageRow, 'status' | 'attempts' | 'lastError' | 'sentAt'>,
): Promise<void> {
  await settling(tx).execute({ carriedById, ...settled })
}

const settling = prepared('settle_carried', ({ db, t: { messages } }) =>
  db
    .update(messages)
    .set({
      status: sql`${sql.placeholder('status')}`,
      attempts: sql`${sql.placeholder('attempts')}`,
      lastError: sql`${sql.placeholder('lastError')}`,
      sentAt: sql`${sql.placeholder('sentAt')}`,
    })
    .where(eq(messages.carriedById, sql.placeholder('carriedById'))),
)

/** Forgets a message. */
export const dropMessage = dropper('messages', 'id')

/** Forgets up to `limit` messages that are done with and older than `before` (ms); says how many. */
export function purgeMessages(tx: Writer, before: number, limit: number): Promise<number> {
  const isDone = ({ status }: Writer['t']['messages']) => ne(status, sql`'queued'`)
  const which = (t: Writer['t']['messages']) =>
    and(isAmongFirst(tx, 'messages', limit, isDone), isDone(t), lte(t.createdAt, before))
  return removeSome(tx, 'messages', { which, oldestBy: (t) => t.id }, limit)
}

/** The messages to a driver: those that say so, and those to where they can be reached now. */
export function isToDriver({ t: { messages } }: Reader, driver: Pick<Row<'drivers'>, 'id' | 'email' | 'phone'>) {
  const reach = [driver.email, driver.phone].filter((text) => text !== null)
  return or(eq(messages.driverId, driver.id), inArray(messages.recipient, reach))
}

/** Messages to a driver, newest first. */
export async function messagesToDriver(db: Reader, driver: Pick<Row<'drivers'>, 'id' | 'email' | 'phone'>) {
  const { messages } = db.t
  return db.db.select().from(messages).where(isToDriver(db, driver)).orderBy(desc(messages.id))
}

/** The text of a message, decrypted. */
export function openMessage(secretBox: SecretBox, message: MessageRow): string {
  return secretBox.decrypt(message.encrypted, boundTo('message', message.id))
}
