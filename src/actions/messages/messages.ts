import { codeOf } from '../../domain/fault-text.ts'
import { type MessageStatus, messageWaitsMs } from '../../domain/message.ts'
import { type Attachment, TransportFault } from '../../gateways/messages.ts'
import { noteInvoiceSent } from '../../storage/queries/invoices.ts'
import {
  findMessage,
  insertNotices,
  type MessageRow,
  type Notice,
  saveMessage,
  settleCarried,
  taskOf,
} from '../../storage/queries/messages.ts'
import { noteQuotesTold } from '../../storage/queries/quote-notices.ts'
import { schedule, unschedule } from '../../storage/queries/scheduler.ts'
import { NeedsWriter, type Reader, type Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { noteMailFailure, noteMailSent } from './mail-failures.ts'
import { transportsNow } from './mail-server.ts'
import { type Draft, draftMessage, isStillSo, type Unsendable } from './message-drafts.ts'
import { takesInvoiceAlong } from './message-enclosures.ts'
import { addresseeOf, otherWay } from './message-recipients.ts'

/**
 * Hands a queued message to its transport, and asks the scheduler for another time when it did not go; after six attempts,
 * or once it would come too late, it has failed. What it said is forgotten as soon as it is sent or has failed.
 */
export async function sendMessage(context: WorkerContext, id: number): Promise<void> {
  const drafted = await drafting(context, id)
  if (drafted === null) return
  if ('reason' in drafted) return fail(context, drafted, drafted.row.attempts, drafted.reason)

  const fault = await attempt(context, drafted)

  const { attempts: before } = drafted.row
  if (fault === 'over') return sendMessage(context, id)
  const attempts = before + 1
  if (fault === null) return noteSent(context, drafted)
  const waitMs = messageWaitsMs[before]
  if (fault.isFinal || waitMs === undefined) return fail(context, drafted, attempts, fault.message)
  await tryAgain(context, drafted, fault.message, waitMs)
}

/** A message put into words, in a snapshot where nothing has to be written for it. */
async function drafting(context: WorkerContext, id: number): Promise<Draft | Unsendable | null> {
  const draft = (db: Reader) => draftMessage(db, context, id)
  try {
    return await context.storage.read(draft)
  } catch (fault) {
    if (!(fault instanceof NeedsWriter)) throw fault
    return context.storage.transact(draft)
  }
}

/**
 * Tries to send a message. Answers the fault, or null; `over` where it was not sent, since what it tells of changed
 * while its papers were drawn.
 */
async function attempt(context: WorkerContext, draft: Draft): Promise<TransportFault | 'over' | null> {
  const { message, transport } = draft
  try {
    if (transport === null) throw new TransportFault(`${message.channel} is not configured`, true)
    const attachments = await enclosed(context, draft)
    if (attachments.length > 0 && !(await context.storage.read((db) => isStillSo(db, context, draft.row)))) return 'over'
    await transport({ ...message, attachments }, context.clock())
    return null
  } catch (fault) {
    if (fault instanceof TransportFault) return fault
    // What anybody else throws may quote the message.
    return new TransportFault(codeOf(fault) ?? 'unknown', false)
  }
}

/**
 * Makes what goes along with a mail. It does not wait twice for a paper that cannot be drawn: what the mail says
 * matters more.
 */
async function enclosed({ log }: WorkerContext, { row: { id, attempts }, enclosures }: Draft): Promise<Attachment[]> {
  if (attempts === 0) return Promise.all(enclosures.map((make) => make()))
  const made = await Promise.allSettled(enclosures.map((make) => make()))
  const attachments = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const missing = made.length - attachments.length
  if (missing > 0) log.error({ message: id, missing }, 'a mail goes without papers that could not be printed')
  return attachments
}

async function tryAgain(context: WorkerContext, { row: drafted }: Draft, reason: string, waitMs: number): Promise<void> {
  const { id, channel } = drafted
  await context.storage.transact(async (tx) => {
    const row = await findMessage(tx, id)
    if (row?.status !== 'queued') return
    const now = context.clock()
    await saveMessage(tx, row, { ...reachedBy(drafted), attempts: row.attempts + 1, lastError: reason })
    await schedule(tx, taskOf(row), id, now + waitMs, now)
    if (channel === 'mail') await noteMailFailure(tx, now)
  })
  context.log.warn({ message: id, reason, waitMs }, 'a message did not go and is tried again')
}

async function noteSent(context: WorkerContext, draft: Draft): Promise<void> {
  const { row, toldQuotes } = draft
  const { attempts, channel, tripId } = row
  await context.storage.transact(async (tx) => {
    const now = context.clock()
    const sent = await close(tx, draft, { status: 'sent', attempts: attempts + 1, lastError: null, sentAt: now }, now)
    if (sent === null) return
    await noteQuotesTold(tx, toldQuotes, now)
    if (tripId !== null && takesInvoiceAlong(row)) await noteInvoiceSent(tx, tripId, now)
    if (channel === 'mail') await noteMailSent(tx)
  })
}

async function fail(context: WorkerContext, drafted: Draft | Unsendable, attempts: number, reason: string): Promise<void> {
  context.log.warn({ message: drafted.row.id, attempts, reason }, 'a message was not sent')
  await context.storage.transact(async (tx) => {
    const now = context.clock()
    const failed = await close(tx, drafted, { status: 'failed', attempts, lastError: reason, sentAt: null }, now)
    if (failed !== null && (await isAnyConfigured(tx, context))) await tryOtherWay(tx, context, failed, now)
  })
}

async function isAnyConfigured(db: Reader, context: WorkerContext): Promise<boolean> {
  const { mail, sms } = await transportsNow(db, context)
  return mail !== null || sms !== null
}

type Closing = Pick<MessageRow, 'attempts' | 'lastError' | 'sentAt'> & { readonly status: Exclude<MessageStatus, 'queued'> }

/** Closes a message and the messages it carried. News that came while it was being sent goes into another message. */
async function close(tx: Writer, drafted: Draft | Unsendable, closing: Closing, now: number): Promise<MessageRow | null> {
  const { id } = drafted.row
  const row = await findMessage(tx, id)
  if (row?.status !== 'queued') return null
  const reached = reachedBy(drafted.row)
  const closed = await saveMessage(tx, row, { ...reached, ...closing, encrypted: '', newsKey: null, toldAgainAt: null })
  await settleCarried(tx, id, closing)
  await unschedule(tx, taskOf(row), id)
  if (wasToldAgain(row, drafted)) await insertNotices(tx, [noticeOf({ ...row, ...reached })], now)
  return closed
}

/** The address a message went to, and what is kept of its words. */
function reachedBy({ recipient, subject, operatorId }: MessageRow): Pick<MessageRow, 'recipient' | 'subject' | 'operatorId'> {
  return { recipient, subject, operatorId }
}

/** Whether news came that the sent words may not contain. For a message that was never composed, all news counts. */
function wasToldAgain({ toldAgainAt }: MessageRow, drafted: Draft | Unsendable): boolean {
  if (toldAgainAt === null) return false
  if ('reason' in drafted) return true
  const { before } = drafted
  return toldAgainAt !== before.toldAgainAt || toldAgainAt >= before.at
}

/** A notice that did not arrive on its own way is told on the other one, where there is one. */
async function tryOtherWay(tx: Writer, context: WorkerContext, row: MessageRow, now: number): Promise<void> {
  const addressee = await addresseeOf(tx, row)
  const way = addressee === null ? null : otherWay(row, addressee, context)
  if (way !== null) await insertNotices(tx, [{ ...noticeOf(row), ...way, newsKey: null }], now)
}

function noticeOf({ channel, recipient, fact, topic, toKind, ...row }: MessageRow): Notice {
  const { operatorId, tripId, userId, driverId, subjectId, newsKey } = row
  return { channel, recipient, fact, topic, toKind, operatorId, tripId, userId, driverId, subjectId, newsKey }
}
