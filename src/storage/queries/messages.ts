import { and, asc, desc, eq, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { RecipientKind } from '../../domain/message.ts'
import type { Channel } from '../../domain/notices.ts'
import { buildBulkStatement, handfuls, isAmongFirst, removeSome } from '../rows/bulk.ts'
import { buildRowContext } from '../rows/encryption.ts'
import { createDropper, createFinder, createInserter, createLister, createSaver } from '../rows/statements.ts'
import type { SecretBox } from '../secret-box.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { type PlannedTask, scheduleTask, scheduleTasks } from './scheduler.ts'

export type MessageRow = Row<'messages'>

const insert = createInserter('messages')
export const saveMessage = createSaver('messages', ['status'])

/** The scheduler's names for a queued email and a queued SMS. */
export const messageTask = 'message'
export const smsTask = 'sms'

/** The task name of a message; each channel has a lane. */
export function findMessageTask({ channel }: Pick<MessageRow, 'channel'>): typeof smsTask | typeof messageTask {
  return channel === 'sms' ? smsTask : messageTask
}

export type NewMessage = {
  readonly channel: Channel
  readonly recipient: string
  /** Operator who sends the message and whose name it shows, if any. */
  readonly operatorId?: number | null
  readonly toKind?: RecipientKind | null
  readonly userId?: number | null
  /** Driver who receives the message, if there is one. */
  readonly driverId?: number | null
  readonly subject: string | null
  readonly text: string
  /** Instant (ms) at which it expires; never by default. */
  readonly expiresAt?: number | null
  readonly now: number
}

/**
 * The recipient of a message that is not sent. It is written so that a request for an unknown address costs as much as any
 * other.
 */
export const noRecipient = ''

/** Queues a message for the worker. Its text is encrypted, because it may contain a link or a code. */
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
  const encrypted = await saveMessage(tx, row, { encrypted: secretBox.encrypt(text, buildRowContext('message', row.id)) })
  await scheduleTask(tx, findMessageTask(row), row.id, now, now)
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

/** News of a fact for a reader, with its subjects by id. The words are made when it is due. */
export type Notice = Pick<MessageRow, (typeof noticeKeys)[number]>

const noticing = buildBulkStatement(
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

/** Queues news and plans further tasks. Waiting news for the same reader is sent once, with the state at that time. */
export async function insertNotices(
  tx: Writer,
  notices: readonly Notice[],
  now: number,
  later: readonly PlannedTask[] = [],
): Promise<void> {
  const written = (await noticing(tx, notices, now)).flat()
  const fresh = written.filter(({ toldAgainAt }) => toldAgainAt === null)
  const tasks = fresh.map((row) => ({ kind: findMessageTask(row), subjectId: row.id, dueAt: now }))
  await scheduleTasks(tx, [...tasks, ...later], now)
}

export const findMessage = createFinder('messages', 'id')

const waiting = prepareStatement('messages_waiting_for', ({ db, t: { messages } }) =>
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

/** Messages that wait for a person on one channel, in the order they were queued. */
export async function listMessagesWaitingFor(db: Reader, userId: number, channel: Channel): Promise<MessageRow[]> {
  return waiting(db).execute({ userId, channel })
}

/** Lists the messages that another carries, in the order they were queued. */
export const listCarriedMessages = createLister('messages', 'carriedById', ({ id }) => asc(id))

/** Marks messages that were sent as part of another. */
export async function settleCarried(
  tx: Writer,
  carriedById: number,
  settled: Pick<MessageRow, 'status' | 'attempts' | 'lastError' | 'sentAt'>,
): Promise<void> {
  await settling(tx).execute({ carriedById, ...settled })
}

const settling = prepareStatement('settle_carried', ({ db, t: { messages } }) =>
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

/** Deletes a message. */
export const dropMessage = createDropper('messages', 'id')

/** Deletes up to `limit` finished messages older than `before` (ms). Returns their number. */
export function purgeMessages(tx: Writer, before: number, limit: number): Promise<number> {
  const isDone = ({ status }: Writer['t']['messages']) => ne(status, sql`'queued'`)
  const which = (t: Writer['t']['messages']) =>
    and(isAmongFirst(tx, 'messages', limit, isDone), isDone(t), lte(t.createdAt, before))
  return removeSome(tx, 'messages', { which, oldestBy: (t) => t.id }, limit)
}

/** An SQL condition for messages to a driver: those with their id, and those to their present addresses. */
export function isToDriver({ t: { messages } }: Reader, driver: Pick<Row<'drivers'>, 'id' | 'email' | 'phone'>) {
  const reach = [driver.email, driver.phone].filter((text) => text !== null)
  return or(eq(messages.driverId, driver.id), inArray(messages.recipient, reach))
}

/** Messages to a driver, newest first. */
export async function listMessagesToDriver(db: Reader, driver: Pick<Row<'drivers'>, 'id' | 'email' | 'phone'>) {
  const { messages } = db.t
  return db.db.select().from(messages).where(isToDriver(db, driver)).orderBy(desc(messages.id))
}

/** The text of a message, decrypted. */
export function openMessage(secretBox: SecretBox, message: MessageRow): string {
  return secretBox.decrypt(message.encrypted, buildRowContext('message', message.id))
}
