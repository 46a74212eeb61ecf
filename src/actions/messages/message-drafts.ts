import { computeSendTime, readNotificationChoices } from '../../domain/notices.ts'
import type { Message, MessageTransport } from '../../gateways/messages.ts'
import {
  buildEmailHead,
  type LetterReader,
  type NoticeWords,
  renderEmail,
  renderEmailHtml,
  renderSms,
} from '../../gateways/notices/letter.ts'
import { isMobile } from '../../gateways/phone.ts'
import { lockMessage, lockUser } from '../../storage/locks.ts'
import {
  dropMessage,
  findMessage,
  findMessageTask,
  listCarriedMessages,
  listMessagesWaitingFor,
  type MessageRow,
  messageTask,
  noRecipient,
  openMessage,
  saveMessage,
  smsTask,
} from '../../storage/queries/messages.ts'
import type { QuoteNotice } from '../../storage/queries/quote-notices.ts'
import { scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import { type Reader, requireWriter, type Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { findTransports } from '../outbox/mail-server.ts'
import { listPhoneCountries } from '../people/phones.ts'
import { type Enclosure, findEnclosureMakers } from './message-enclosures.ts'
import { buildNoticeLink } from './message-links.ts'
import { type Addressee, findAddressee } from './message-recipients.ts'
import { composeMessageWording } from './message-words.ts'
import { applyOwnWording } from './own-words.ts'
import { findNextQuoteMailTime } from './quote-notices.ts'

/** A composed message, with its row after the sending. */
export type Draft = {
  readonly row: MessageRow
  /** The row at the time (ms) when the words were made. Later news is sent in another message. */
  readonly before: Pick<MessageRow, 'toldAgainAt'> & { readonly at: number }
  readonly message: Message
  /** Its transport; null if the channel has none. */
  readonly transport: MessageTransport | null
  /** Offers in the message. */
  readonly toldQuotes: readonly QuoteNotice[]
  readonly enclosures: readonly Enclosure[]
}

/** A draft without its transport. */
type Worded = Omit<Draft, 'transport' | 'before'>

/** Sender name if neither the operator nor the business has one. */
const unnamed = 'Charabanc'

/** A message that is closed instead of drafted, with the reason. */
export type Unsendable = { readonly row: MessageRow; readonly reason: string }

/**
 * Composes a message: its words, address, link and enclosures as of now. Returns null if nothing must be sent now, because the
 * message is done, expired, held or carried by another. Most messages only need reads. Throws `NeedsWriter` in a snapshot for
 * the others.
 */
export async function draftMessage(db: Reader, context: WorkerContext, id: number): Promise<Draft | Unsendable | null> {
  const now = context.clock()
  const row = 'savepoint' in db ? await lockMessageWithDigest(requireWriter(db), id) : await findMessage(db, id)
  if (row === null || row.status !== 'queued' || row.carriedById !== null) {
    for (const task of row === null ? [messageTask, smsTask] : [findMessageTask(row)])
      await unscheduleTask(requireWriter(db), task, id)
    return null
  }
  if (row.recipient === noRecipient) return dropStaleMessage(requireWriter(db), row)
  if (row.expiresAt !== null && row.expiresAt <= now) return { row, reason: 'too late' }
  const transports = await findTransports(db, context)
  if (transports.mail === null && transports.sms === null) return { row, reason: 'not configured' }
  const worded = await wordMessage(db, context, row, now)
  const before = { toldAgainAt: row.toldAgainAt, at: now }
  return worded === null ? null : { ...worded, before, transport: transports[row.channel] }
}

/** The composed message and its recipient; null if nothing can be sent now. */
async function wordMessage(db: Reader, context: WorkerContext, row: MessageRow, now: number): Promise<Worded | null> {
  const addressee = await findAddressee(db, row)
  if (row.fact === null) return draftOwnWords(context, row, addressee)
  if (addressee === null) return dropStaleMessage(requireWriter(db), row)
  if (row.toKind === 'customer' && row.channel === 'sms' && !takesSms(context, addressee))
    return sendByMail(requireWriter(db), row, addressee, now)

  const waitsUntil = await waitingTime(db, row, addressee, now)
  if (waitsUntil > now) return wait(requireWriter(db), row, waitsUntil, now)
  const wording = await composeMessageWording(db, context, row, addressee, now)
  if (wording === null) return dropStaleMessage(requireWriter(db), row)
  const carried = await carriedWords(db, context, row, addressee, now)
  return finishDraft(db, context, row, addressee, [wording.words, ...carried], wording.toldQuotes, now)
}

/** The message, locked against other digests of the same person and new facts. */
export async function lockMessageWithDigest(tx: Writer, id: number): Promise<MessageRow | null> {
  const found = await findMessage(tx, id)
  if (found === null || tx.dialect === 'sqlite') return found
  if (found.userId !== null) await lockUser(tx, found.userId)
  await lockMessage(tx, id)
  return findMessage(tx, id)
}

/** Whether a message still applies. */
export async function isDraftCurrent(db: Reader, context: WorkerContext, row: MessageRow): Promise<boolean> {
  const addressee = await findAddressee(db, row)
  return addressee !== null && (await composeMessageWording(db, context, row, addressee, context.clock())) !== null
}

function takesSms(context: WorkerContext, { phone, operator }: Addressee): boolean {
  return phone !== null && isMobile(phone, listPhoneCountries(context, operator))
}

function draftOwnWords(context: WorkerContext, row: MessageRow, addressee: Addressee | null): Worded {
  const { secretBox, publicName } = context
  const { id, channel, recipient, subject, createdAt: queuedAt } = row
  const text = openMessage(secretBox, row)
  const operator = addressee?.operator ?? null
  const senderName = publicName ?? operator?.name ?? null
  const html = channel === 'mail' ? renderEmailHtml(subject ?? '', text, senderName ?? unnamed) : null
  const replyTo = operator?.email ?? null
  const phoneCountries = listPhoneCountries(context, operator)
  return {
    row,
    message: { id, queuedAt, channel, recipient, phoneCountries, subject, text, html, senderName, replyTo },
    toldQuotes: [],
    enclosures: [],
  }
}

/** Instant (ms) until which a message is held: by the reader's choices, or after a recent email about offers. */
async function waitingTime(db: Reader, row: MessageRow, { operator, user }: Addressee, now: number): Promise<number> {
  if (row.fact === 'quotes_changed' && row.tripId !== null) return findNextQuoteMailTime(db, row.tripId, now)
  if (user === null || operator === null || row.topic === null) return now
  const choices = readNotificationChoices(user)
  const slot = computeSendTime(choices, row.topic, row.createdAt, operator.timezone)
  // A late message of a digest must not arrive in quiet hours.
  return slot > now ? slot : computeSendTime({ ...choices, digest: 'at_once' }, row.topic, now, operator.timezone)
}

/** The words of other messages held for the same person, sent with this one. Messages that no longer apply are deleted. */
async function carriedWords(db: Reader, context: WorkerContext, row: MessageRow, addressee: Addressee, now: number) {
  const { user, operator } = addressee
  if (user === null || operator === null) return []
  const isHeld = ({ topic, createdAt }: MessageRow) =>
    topic !== null && computeSendTime(readNotificationChoices(user), topic, createdAt, operator.timezone) > createdAt
  const already = await listCarriedMessages(db, row.id)
  if (!isHeld(row) && already.length === 0) return []
  // One digest at a time collects the messages of a person.
  const tx = requireWriter(db)
  const waiting = isHeld(row) ? await listMessagesWaitingFor(tx, user.id, row.channel) : []
  const due: MessageRow[] = []
  for (const other of waiting) {
    const isFree = other.id !== row.id && other.carriedById === null && other.attempts === 0 && isHeld(other)
    if (isFree && (await waitingTime(tx, other, addressee, now)) <= now) due.push(other)
  }
  const words: NoticeWords[] = []
  for (const other of [...already, ...due]) {
    const wording = await composeMessageWording(tx, context, other, addressee, now)
    if (wording === null) await dropMessage(tx, other.id)
    else {
      words.push(wording.words)
      await saveMessage(tx, other, { carriedById: row.id, newsKey: null })
    }
    await unscheduleTask(tx, findMessageTask(other), other.id)
  }
  return words
}

async function finishDraft(
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
  const link = await buildNoticeLink(db, context, row, operator, { isAlone: words.length === 1, now })
  const senderName = context.publicName ?? operator?.name ?? null
  const own = operator === null ? { words } : await applyOwnWording(db, row, operator, words)
  const letter = renderEmail(own.words, link, { ...buildEmailHead(readerOf(row), senderName ?? unnamed, operator?.name), ...own })
  const subject = channel === 'mail' ? letter.subject : null
  // A driver's data export contains the subjects of their messages.
  const kept = row.driverId === null ? null : subject
  const text = channel === 'mail' ? letter.text : renderSms(words, senderName ?? unnamed, link)
  const html = channel === 'mail' ? letter.html : null
  const drafted = { ...row, recipient, subject: kept, operatorId: operator?.id ?? null }
  const phoneCountries = listPhoneCountries(context, operator)
  const replyTo = operator?.email ?? null
  const message = { id, queuedAt, channel, recipient, phoneCountries, subject, text, html, senderName, replyTo }
  return { row: drafted, message, toldQuotes, enclosures: await findEnclosureMakers(db, context, row) }
}

function readerOf({ toKind }: MessageRow): LetterReader {
  return toKind === 'customer' || toKind === 'driver' ? toKind : 'people'
}

async function dropStaleMessage(tx: Writer, row: MessageRow): Promise<null> {
  await dropMessage(tx, row.id)
  await unscheduleTask(tx, findMessageTask(row), row.id)
  return null
}

async function wait(tx: Writer, row: MessageRow, until: number, now: number): Promise<null> {
  await scheduleTask(tx, findMessageTask(row), row.id, until, now)
  return null
}

/** Sends an SMS as an email if the number takes no SMS and there is an address. */
async function sendByMail(tx: Writer, row: MessageRow, { email }: Addressee, now: number): Promise<null> {
  if (email === null) return dropStaleMessage(tx, row)
  await unscheduleTask(tx, findMessageTask(row), row.id)
  const mail = await saveMessage(tx, row, { channel: 'mail', recipient: email })
  await scheduleTask(tx, findMessageTask(mail), mail.id, now, now)
  return null
}
