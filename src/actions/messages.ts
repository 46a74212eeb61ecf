import { CourierFault } from '../gateways/messages.ts'
import {
  dropMessage,
  findMessage,
  type MessageRow,
  messageWork,
  nobody,
  openMessage,
  saveMessage,
} from '../storage/queries/messages.ts'
import { schedule, unschedule } from '../storage/queries/scheduler.ts'
import type { Works } from './house.ts'

/** How long after each failed attempt the next one follows: five more, the last some four hours after the first. */
const waitsMs = [30_000, 120_000, 600_000, 3_600_000, 10_800_000]

/**
 * Hands a queued message to the courier, and asks the scheduler for another time when it did not go; after six attempts,
 * or once it would come too late, it has failed. What it said is forgotten as soon as it is sent or has failed.
 */
export async function sendMessage(works: Works, id: number): Promise<void> {
  const row = await works.storage.read((db) => findMessage(db, id))
  if (row?.status !== 'queued') return works.storage.transact((tx) => unschedule(tx, messageWork, id))
  if (row.recipient === nobody) return forget(works, id)
  const now = works.clock()
  if (row.expiresAt !== null && row.expiresAt <= now) return close(works, row, 'failed', 'too late')
  if (works.courier === null) return close(works, row, 'failed', 'not configured')

  const fault = await attempt(works, row, now)

  const tried = { ...row, attempts: row.attempts + 1 }
  if (fault === null) return close(works, tried, 'sent', null)
  const waitMs = waitsMs[row.attempts]
  if (fault.isFinal || waitMs === undefined) return close(works, tried, 'failed', fault.message)
  await tryAgain(works, row, fault.message, waitMs)
}

async function attempt(works: Works, row: MessageRow, now: number): Promise<CourierFault | null> {
  const { id, channel, recipient, subject } = row
  try {
    await works.courier?.({ id, channel, recipient, subject, text: openMessage(works.vault, row) }, now)
    return null
  } catch (fault) {
    if (fault instanceof CourierFault) return fault
    // What anybody else throws may quote the message.
    return new CourierFault(fault instanceof Error && 'code' in fault ? String(fault.code) : 'unknown', false)
  }
}

async function tryAgain(works: Works, row: MessageRow, reason: string, waitMs: number): Promise<void> {
  works.log.warn({ message: row.id, attempts: row.attempts + 1, reason, waitMs }, 'a message did not go and is tried again')
  await works.storage.transact(async (tx) => {
    const now = works.clock()
    await saveMessage(tx, row, { ...row, attempts: row.attempts + 1, lastError: reason })
    await schedule(tx, messageWork, row.id, now + waitMs, now)
  })
}

async function close(works: Works, row: MessageRow, status: 'sent' | 'failed', reason: string | null): Promise<void> {
  if (status === 'failed') works.log.warn({ message: row.id, attempts: row.attempts, reason }, 'a message was not sent')
  await works.storage.transact(async (tx) => {
    const sentAt = status === 'sent' ? works.clock() : null
    await saveMessage(tx, row, { ...row, status, sealed: '', lastError: reason, sentAt })
    await unschedule(tx, messageWork, row.id)
  })
}

async function forget(works: Works, id: number): Promise<void> {
  await works.storage.transact(async (tx) => {
    await dropMessage(tx, id)
    await unschedule(tx, messageWork, id)
  })
}
