import { and, desc, eq, inArray, lte, ne, or } from 'drizzle-orm'
import { removeSome } from '../bulk.ts'
import type { SecretBox } from '../secret-box.ts'
import { dropper, finder, inserter, type Row, saver } from '../statements.ts'
import type { Reader, Writer } from '../storage.ts'
import { schedule } from './scheduler.ts'

export type MessageRow = Row<'messages'>

const insert = inserter('messages')
export const saveMessage = saver('messages', ['status'])

/** The scheduler's name for a message that waits to be sent. */
export const messageTask = 'message'

export type NewMessage = {
  readonly channel: 'mail' | 'sms'
  readonly recipient: string
  /** Whom it is for, when it is for a driver. */
  readonly driverId?: number | null
  readonly subject: string | null
  readonly text: string
  /** When it is of no use any more (ms); never unless said. */
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
  const encrypted = await saveMessage(tx, row, { encrypted: secretBox.encrypt(text, encryptionContext(row.id)) })
  await schedule(tx, messageTask, row.id, now, now)
  return encrypted
}

export const findMessage = finder('messages', 'id')

/** Forgets a message. */
export const dropMessage = dropper('messages', 'id')

/** Forgets up to `limit` messages that are done with and older than `before` (ms); says how many. */
export function purgeMessages(tx: Writer, before: number, limit: number): Promise<number> {
  return removeSome(tx, 'messages', ({ status, createdAt }) => and(ne(status, 'queued'), lte(createdAt, before)), limit)
}

/** The messages to a driver: those that say so, and those to where they can be reached now. */
export function isToDriver({ t: { messages } }: Reader, driver: Pick<Row<'drivers'>, 'id' | 'email' | 'phone'>) {
  const reach = [driver.email, driver.phone].filter((text) => text !== null)
  return or(eq(messages.driverId, driver.id), inArray(messages.recipient, reach))
}

/** What was sent to a driver, newest first. */
export async function messagesToDriver(db: Reader, driver: Pick<Row<'drivers'>, 'id' | 'email' | 'phone'>) {
  const { messages } = db.t
  return db.db.select().from(messages).where(isToDriver(db, driver)).orderBy(desc(messages.id))
}

/** What a message says. */
export function openMessage(secretBox: SecretBox, message: MessageRow): string {
  return secretBox.decrypt(message.encrypted, encryptionContext(message.id))
}

function encryptionContext(id: number): string {
  return `message:${id}`
}
