import { type MessageStatus, messageWaitsMs } from '../domain/message.ts'
import { TransportFault } from '../gateways/messages.ts'
import {
  dropMessage,
  findMessage,
  type MessageRow,
  messageTask,
  noRecipient,
  openMessage,
  saveMessage,
} from '../storage/queries/messages.ts'
import { schedule, unschedule } from '../storage/queries/scheduler.ts'
import type { WorkerContext } from './context.ts'

/**
 * Hands a queued message to its transport, and asks the scheduler for another time when it did not go; after six attempts,
 * or once it would come too late, it has failed. What it said is forgotten as soon as it is sent or has failed.
 */
export async function sendMessage(context: WorkerContext, id: number): Promise<void> {
  const row = await context.storage.read((db) => findMessage(db, id))
  if (row?.status !== 'queued') return context.storage.transact((tx) => unschedule(tx, messageTask, id))
  if (row.recipient === noRecipient) return forget(context, id)
  const now = context.clock()
  if (row.expiresAt !== null && row.expiresAt <= now) return close(context, row, row.attempts, 'failed', 'too late')
  if (context.transport === null) return close(context, row, row.attempts, 'failed', 'not configured')

  const fault = await attempt(context, row, now)

  const attempts = row.attempts + 1
  if (fault === null) return close(context, row, attempts, 'sent', null)
  const waitMs = messageWaitsMs[row.attempts]
  if (fault.isFinal || waitMs === undefined) return close(context, row, attempts, 'failed', fault.message)
  await tryAgain(context, row, fault.message, waitMs)
}

async function attempt(context: WorkerContext, row: MessageRow, now: number): Promise<TransportFault | null> {
  const { id, channel, recipient, subject } = row
  try {
    await context.transport?.({ id, channel, recipient, subject, text: openMessage(context.secretBox, row) }, now)
    return null
  } catch (fault) {
    if (fault instanceof TransportFault) return fault
    // What anybody else throws may quote the message.
    return new TransportFault(fault instanceof Error && 'code' in fault ? String(fault.code) : 'unknown', false)
  }
}

async function tryAgain(context: WorkerContext, row: MessageRow, reason: string, waitMs: number): Promise<void> {
  context.log.warn({ message: row.id, attempts: row.attempts + 1, reason, waitMs }, 'a message did not go and is tried again')
  await context.storage.transact(async (tx) => {
    const now = context.clock()
    await saveMessage(tx, row, { attempts: row.attempts + 1, lastError: reason })
    await schedule(tx, messageTask, row.id, now + waitMs, now)
  })
}

async function close(
  context: WorkerContext,
  row: MessageRow,
  attempts: number,
  status: Exclude<MessageStatus, 'queued'>,
  reason: string | null,
): Promise<void> {
  if (status === 'failed') context.log.warn({ message: row.id, attempts, reason }, 'a message was not sent')
  await context.storage.transact(async (tx) => {
    const sentAt = status === 'sent' ? context.clock() : null
    await saveMessage(tx, row, { status, attempts, encrypted: '', lastError: reason, sentAt })
    await unschedule(tx, messageTask, row.id)
  })
}

async function forget(context: WorkerContext, id: number): Promise<void> {
  await context.storage.transact(async (tx) => {
    await dropMessage(tx, id)
    await unschedule(tx, messageTask, id)
  })
}
