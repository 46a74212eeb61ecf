import { heldUntil, wishesOf } from '../../domain/notices.ts'
import type { Message, MessageTransport } from '../../gateways/messages.ts'
import { htmlOf, type LetterReader, letterHead, letterOf, type NoticeWords, smsOf } from '../../gateways/notices/letter.ts'
import { isMobile } from '../../gateways/phone.ts'
import { lockMessage, lockUser } from '../../storage/locks.ts'
import {
  carriedBy,
  dropMessage,
  findMessage,
  type MessageRow,
  messagesWaitingFor,
  messageTask,
  noRecipient,
  openMessage,
  saveMessage,
  smsTask,
  taskOf,
} from '../../storage/queries/messages.ts'
import type { QuoteNotice } from '../../storage/queries/quote-notices.ts'
import { schedule, unschedule } from '../../storage/queries/scheduler.ts'
import { type Reader, type Writer, writerOf } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { phoneCountriesOf } from '../people/phones.ts'
import { nextQuoteMailAt } from '../quotes/quote-notices.ts'
import { transportsNow } from './mail-server.ts'
import { type Enclosure, enclosuresOf } from './message-enclosures.ts'
import { linkFor } from './message-links.ts'
import { type Addressee, addresseeOf } from './message-recipients.ts'
import { wordsOf } from './message-words.ts'
import { inOwnWords } from './own-words.ts'

/** A message in its final words, as its row will stand once they have gone. */
export type Draft = {
  readonly row: MessageRow
  /** The row at the time (ms) when the words were made. News that came later is sent in another message. */
  readonly before: Pick<MessageRow, 'toldAgainAt'> & { readonly at: number }
  readonly message: Message
  /** Transport by which it leaves; null where its channel has none. */
  readonly transport: MessageTransport | null
  /** Offers that its customer will have been told of once it has gone. */
  readonly toldQuotes: readonly QuoteNotice[]
  readonly enclosures: readonly Enclosure[]
}

/** A draft before its way is known. */
type Worded = Omit<Draft, 'transport' | 'before'>

/** Name of the sender where neither the operator nor the business has one. */
const unnamed = 'Charabanc'

/** A message that is not drafted but closed, and the reason. */
export type Unsendable = { readonly row: MessageRow; readonly reason: string }

/**
 * Composes a message: its words, address, link and enclosures as of now. Returns null if nothing needs to be sent now, because the message
 * is done, expired, held back or carried by another. Most messages only need reads. Throws `NeedsWriter` in a snapshot for the others.
 */
export async function draftMessage(db: Reader, context: WorkerContext, id: number): Promise<Draft | Unsendable | null> {
  const now = context.clock()
  const row = 'savepoint' in db ? await lockedMessage(writerOf(db), id) : await findMessage(db, id)
  if (row === null || row.status !== 'queued' || row.carriedById !== null) {
    for (const task of row === null ? [messageTask, smsTask] : [taskOf(row)]) await unschedule(writerOf(db), task, id)
    return null
  }
  if (row.recipient === noRecipient) return forget(writerOf(db), row)
  if (row.expiresAt !== null && row.expiresAt <= now) return { row, reason: 'too late' }
  const transports = await transportsNow(db, context)
  if (transports.mail === null && transports.sms === null) return { row, reason: 'not configured' }
  const worded = await wordMessage(db, context, row, now)
  const before = { toldAgainAt: row.toldAgainAt, at: now }
  return worded === null ? null : { ...worded, before, transport: transports[row.channel] }
}

/** The words of a message that may go, and whom they go to; null where there is nothing to be sent now. */
async function wordMessage(db: Reader, context: WorkerContext, row: MessageRow, now: number): Promise<Worded | null> {
  const addressee = await addresseeOf(db, row)
  if (row.fact === null) return draftOwnWords(context, row, addressee)
  if (addressee === null) return forget(writerOf(db), row)
  if (row.toKind === 'customer' && row.channel === 'sms' && !takesSms(context, addressee))
    return sendByMail(writerOf(db), row, addressee, now)

  const waitsUntil = await waitingTime(db, row, addressee, now)
  if (waitsUntil > now) return wait(writerOf(db), row, waitsUntil, now)
  const said = await wordsOf(db, context, row, addressee, now)
  if (said === null) return forget(writerOf(db), row)
  const carried = await carriedWords(db, context, row, addressee, now)
  return finish(db, context, row, addressee, [said.words, ...carried], said.toldQuotes, now)
}

/** A message as it stands once no one else gathers what waits for the same person, nor tells more of the same. */
export async function lockedMessage(tx: Writer, id: number): Promise<MessageRow | null> {
  const found = await findMessage(tx, id)
  if (found === null || tx.dialect === 'sqlite') return found
  if (found.userId !== null) await lockUser(tx, found.userId)
  await lockMessage(tx, id)
  return findMessage(tx, id)
}

/** Whether what a message tells of is not over. */
export async function isStillSo(db: Reader, context: WorkerContext, row: MessageRow): Promise<boolean> {
  const addressee = await addresseeOf(db, row)
  return addressee !== null && (await wordsOf(db, context, row, addressee, context.clock())) !== null
}

function takesSms(context: WorkerContext, { phone, operator }: Addressee): boolean {
  return phone !== null && isMobile(phone, phoneCountriesOf(context, operator))
}

function draftOwnWords(context: WorkerContext, row: MessageRow, addressee: Addressee | null): Worded {
  const { secretBox, publicName } = context
  const { id, channel, recipient, subject, createdAt: queuedAt } = row
  const text = openMessage(secretBox, row)
  const operator = addressee?.operator ?? null
  const senderName = publicName ?? operator?.name ?? null
  const html = channel === 'mail' ? htmlOf(subject ?? '', text, senderName ?? unnamed) : null
  const replyTo = operator?.email ?? null
  const phoneCountries = phoneCountriesOf(context, operator)
  return {
    row,
    message: { id, queuedAt, channel, recipient, phoneCountries, subject, text, html, senderName, replyTo },
    toldQuotes: [],
    enclosures: [],
  }
}

/**
 * Instant (ms) until which a message is held back: by what its reader wants, or because their last mail about offers
 * was a moment ago.
 */
async function waitingTime(db: Reader, row: MessageRow, { operator, user }: Addressee, now: number): Promise<number> {
  if (row.fact === 'quotes_changed' && row.tripId !== null) return nextQuoteMailAt(db, row.tripId, now)
  if (user === null || operator === null || row.topic === null) return now
  const wishes = wishesOf(user)
  const slot = heldUntil(wishes, row.topic, row.createdAt, operator.timezone)
  // What comes late to its hour must not come in the quiet ones.
  return slot > now ? slot : heldUntil({ ...wishes, digest: 'at_once' }, row.topic, now, operator.timezone)
}

/**
 * The words of other messages that were held back for the same person until now, and go along. Those that are over go
 * for good.
 */
async function carriedWords(db: Reader, context: WorkerContext, row: MessageRow, addressee: Addressee, now: number) {
  const { user, operator } = addressee
  if (user === null || operator === null) return []
  const isHeld = ({ topic, createdAt }: MessageRow) =>
    topic !== null && heldUntil(wishesOf(user), topic, createdAt, operator.timezone) > createdAt
  const already = await carriedBy(db, row.id)
  if (!isHeld(row) && already.length === 0) return []
  // One after another gathers what waits for the same person.
  const tx = writerOf(db)
  const waiting = isHeld(row) ? await messagesWaitingFor(tx, user.id, row.channel) : []
  const due: MessageRow[] = []
  for (const other of waiting) {
    const isFree = other.id !== row.id && other.carriedById === null && other.attempts === 0 && isHeld(other)
    if (isFree && (await waitingTime(tx, other, addressee, now)) <= now) due.push(other)
  }
  const words: NoticeWords[] = []
  for (const other of [...already, ...due]) {
    const said = await wordsOf(tx, context, other, addressee, now)
    if (said === null) await dropMessage(tx, other.id)
    else {
      words.push(said.words)
      await saveMessage(tx, other, { carriedById: row.id, newsKey: null })
    }
    await unschedule(tx, taskOf(other), other.id)
  }
  return words
}

async function finish(
  db: Reader,
  context: WorkerContext,
  row: MessageRow,
  addressee: Addressee,
  words: readonly NoticeWords[],
  toldQuotes: readonly QuoteNotice[],
  now: number,
): Promise<Worded> {
  const { operator } = addressee
  const { id, channel, createdAt: queuedAt } = row
  const recipient = (channel === 'sms' ? addressee.phone : addressee.email) ?? row.recipient
  const link = await linkFor(db, context, row, operator, { isAlone: words.length === 1, now })
  const senderName = context.publicName ?? operator?.name ?? null
  const own = operator === null ? { words } : await inOwnWords(db, row, operator, words)
  const letter = letterOf(own.words, link, { ...letterHead(readerOf(row), senderName ?? unnamed, operator?.name), ...own })
  const subject = channel === 'mail' ? letter.subject : null
  // A driver may ask what was sent to them.
  const kept = row.driverId === null ? null : subject
  const text = channel === 'mail' ? letter.text : smsOf(words, senderName ?? unnamed, link)
  const html = channel === 'mail' ? letter.html : null
  const drafted = { ...row, recipient, subject: kept, operatorId: operator?.id ?? null }
  const phoneCountries = phoneCountriesOf(context, operator)
  const replyTo = operator?.email ?? null
  const message = { id, queuedAt, channel, recipient, phoneCountries, subject, text, html, senderName, replyTo }
  return { row: drafted, message, toldQuotes, enclosures: await enclosuresOf(db, context, row) }
}

function readerOf({ toKind }: MessageRow): LetterReader {
  return toKind === 'customer' || toKind === 'driver' ? toKind : 'people'
}

async function forget(tx: Writer, row: MessageRow): Promise<null> {
  await dropMessage(tx, row.id)
  await unschedule(tx, taskOf(row), row.id)
  return null
}

async function wait(tx: Writer, row: MessageRow, until: number, now: number): Promise<null> {
  await schedule(tx, taskOf(row), row.id, until, now)
  return null
}

/** A number that takes no SMS: the same goes by mail, where there is an address. */
async function sendByMail(tx: Writer, row: MessageRow, { email }: Addressee, now: number): Promise<null> {
  if (email === null) return forget(tx, row)
  await unschedule(tx, taskOf(row), row.id)
  const mail = await saveMessage(tx, row, { channel: 'mail', recipient: email })
  await schedule(tx, taskOf(mail), mail.id, now, now)
  return null
}
