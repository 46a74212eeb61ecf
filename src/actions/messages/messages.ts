import { findFaultCode } from '../../domain/fault-text.ts'
import { type MessageStatus, messageWaitsMs } from '../../domain/message.ts'
import { type Attachment, TransportFault } from '../../gateways/messages.ts'
import { noteInvoiceSent } from '../../storage/queries/invoices.ts'
import {
  findMessage,
  findMessageTask,
  insertNotices,
  type MessageRow,
  type Notice,
  saveMessage,
  settleCarried,
} from '../../storage/queries/messages.ts'
import { saveQuoteNotices } from '../../storage/queries/quote-notices.ts'
import { scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import { NeedsWriter, type Reader, type Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { noteMailFailure, noteMailSent } from '../outbox/mail-failures.ts'
import { findTransports } from '../outbox/mail-server.ts'
import { type Draft, draftMessage, isDraftCurrent, type Unsendable } from './message-drafts.ts'
import { hasInvoiceEnclosed } from './message-enclosures.ts'
import { findAddressee, findOtherChannel } from './message-recipients.ts'
import { findResultGroup } from './result-groups.ts'

/**
 * Sends a queued message, and plans another try if that failed. After six tries, or once it would arrive too late, the message
 * has failed. Its words are deleted once it is sent or has failed.
 */
export async function sendMessage(context: WorkerContext, id: number): Promise<void> {
  const group = findResultGroup(context.storage)
  group.begin()
  const sent = await draftAndSend(context, id).finally(() => group.end())
  if (sent === null) return
  const { drafted, fault } = sent
  if ('reason' in drafted) return failMessage(context, drafted, drafted.row.attempts, drafted.reason)
  const { attempts: before } = drafted.row
  if (fault === 'over') return sendMessage(context, id)
  const attempts = before + 1
  if (fault === null) return noteSent(context, drafted)
  const waitMs = messageWaitsMs[before]
  if (fault.isFinal || waitMs === undefined) return failMessage(context, drafted, attempts, fault.message)
  await retryMessage(context, drafted, fault.message, waitMs)
}

/** Composes a message and tries to send it, with the result of `attempt`. Null if nothing must be sent now. */
async function draftAndSend(context: WorkerContext, id: number) {
  const drafted = await readMessageDraft(context, id)
  if (drafted === null) return null
  return { drafted, fault: 'reason' in drafted ? null : await attempt(context, drafted) }
}

/** The words of a message, from a snapshot unless something must be written for them. */
async function readMessageDraft(context: WorkerContext, id: number): Promise<Draft | Unsendable | null> {
  const draft = (db: Reader) => draftMessage(db, context, id)
  try {
    return await context.storage.read(draft)
  } catch (fault) {
    if (!(fault instanceof NeedsWriter)) throw fault
    return context.storage.transact(draft)
  }
}

/**
 * Tries to send a message. Returns the fault, or null; `over` if its subject changed while its enclosures were drawn, so that
 * it was not sent.
 */
async function attempt(context: WorkerContext, draft: Draft): Promise<TransportFault | 'over' | null> {
  const { message, transport } = draft
  try {
    if (transport === null) throw new TransportFault(`${message.channel} is not configured`, true)
    const attachments = await renderEnclosures(context, draft)
    if (attachments.length > 0 && !(await context.storage.read((db) => isDraftCurrent(db, context, draft.row)))) return 'over'
    await transport({ ...message, attachments }, context.clock())
    return null
  } catch (fault) {
    if (fault instanceof TransportFault) return fault
    // Errors of other programs may quote the message.
    return new TransportFault(findFaultCode(fault) ?? 'unknown', false)
  }
}

/** Makes the attachments of an email. A failed attachment delays the email only once, because its words matter more. */
async function renderEnclosures({ log }: WorkerContext, { row: { id, attempts }, enclosures }: Draft): Promise<Attachment[]> {
  if (attempts === 0) return Promise.all(enclosures.map((make) => make()))
  const made = await Promise.allSettled(enclosures.map((make) => make()))
  const attachments = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const missing = made.length - attachments.length
  if (missing > 0) log.error({ message: id, missing }, 'email sent without attachments that could not be printed')
  return attachments
}

async function retryMessage(context: WorkerContext, { row: drafted }: Draft, reason: string, waitMs: number): Promise<void> {
  const { id, channel } = drafted
  await context.storage.transact(async (tx) => {
    const row = await findMessage(tx, id)
    if (row?.status !== 'queued') return
    const now = context.clock()
    await saveMessage(tx, row, { ...buildReachedColumns(drafted), attempts: row.attempts + 1, lastError: reason })
    await scheduleTask(tx, findMessageTask(row), id, now + waitMs, now)
    if (channel === 'mail') await noteMailFailure(tx, now)
  })
  context.log.warn({ message: id, reason, waitMs }, 'message failed; will retry')
}

async function noteSent(context: WorkerContext, draft: Draft): Promise<void> {
  const { row, toldQuotes } = draft
  const { attempts, channel, tripId } = row
  await context.storage.transact(async (tx) => {
    const now = context.clock()
    const sent = await closeMessage(tx, draft, { status: 'sent', attempts: attempts + 1, lastError: null, sentAt: now }, now)
    if (sent === null) return
    await saveQuoteNotices(tx, toldQuotes, now)
    if (tripId !== null && hasInvoiceEnclosed(row)) await noteInvoiceSent(tx, tripId, now)
    if (channel === 'mail') await noteMailSent(tx)
  })
}

async function failMessage(context: WorkerContext, drafted: Draft | Unsendable, attempts: number, reason: string): Promise<void> {
  context.log.warn({ message: drafted.row.id, attempts, reason }, 'message not sent')
  await context.storage.transact(async (tx) => {
    const now = context.clock()
    const failed = await closeMessage(tx, drafted, { status: 'failed', attempts, lastError: reason, sentAt: null }, now)
    if (failed !== null && (await isAnyConfigured(tx, context))) await tryOtherWay(tx, context, failed, now)
  })
}

async function isAnyConfigured(db: Reader, context: WorkerContext): Promise<boolean> {
  const { mail, sms } = await findTransports(db, context)
  return mail !== null || sms !== null
}

type Closing = Pick<MessageRow, 'attempts' | 'lastError' | 'sentAt'> & { readonly status: Exclude<MessageStatus, 'queued'> }

/** Closes a message and the messages that it carried. A change during the sending makes another message. */
async function closeMessage(tx: Writer, drafted: Draft | Unsendable, closing: Closing, now: number): Promise<MessageRow | null> {
  const { id } = drafted.row
  const row = await findMessage(tx, id)
  if (row?.status !== 'queued') return null
  const reached = buildReachedColumns(drafted.row)
  const closed = await saveMessage(tx, row, { ...reached, ...closing, encrypted: '', newsKey: null, toldAgainAt: null })
  await settleCarried(tx, id, closing)
  await unscheduleTask(tx, findMessageTask(row), id)
  if (wasRequeued(row, drafted)) await insertNotices(tx, [buildNoticeOfMessage({ ...row, ...reached })], now)
  return closed
}

/** The address that a message was sent to, and the part of its words that is stored. */
function buildReachedColumns({
  recipient,
  subject,
  operatorId,
}: MessageRow): Pick<MessageRow, 'recipient' | 'subject' | 'operatorId'> {
  return { recipient, subject, operatorId }
}

/** Whether the fact changed after the words were made. Every change counts for a message without words. */
function wasRequeued({ toldAgainAt }: MessageRow, drafted: Draft | Unsendable): boolean {
  if (toldAgainAt === null) return false
  if ('reason' in drafted) return true
  const { before } = drafted
  return toldAgainAt !== before.toldAgainAt || toldAgainAt >= before.at
}

/** Sends a failed notice on the other channel, if there is one. */
async function tryOtherWay(tx: Writer, context: WorkerContext, row: MessageRow, now: number): Promise<void> {
  const addressee = await findAddressee(tx, row)
  const way = addressee === null ? null : findOtherChannel(row, addressee, context)
  if (way !== null) await insertNotices(tx, [{ ...buildNoticeOfMessage(row), ...way, newsKey: null }], now)
}

function buildNoticeOfMessage({ channel, recipient, fact, topic, toKind, ...row }: MessageRow): Notice {
  const { operatorId, tripId, userId, driverId, subjectId, newsKey } = row
  return { channel, recipient, fact, topic, toKind, operatorId, tripId, userId, driverId, subjectId, newsKey }
}
