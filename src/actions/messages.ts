import { findMessage, openMessage, saveMessage } from '../storage/queries/messages.ts'
import type { Works } from './house.ts'

/** Sends a queued message, once; without a courier it waits as failed, and says why. */
export async function sendMessage(works: Works, id: number): Promise<void> {
  const row = await works.storage.read((db) => findMessage(db, id))
  if (row?.status !== 'queued') return
  const { courier } = works
  if (courier === null) {
    works.log.warn({ message: id }, 'a message was not sent: neither mail nor SMS is configured')
    await works.storage.transact((tx) => saveMessage(tx, row, { ...row, status: 'failed', lastError: 'not configured' }))
    return
  }
  const { channel, recipient, subject } = row
  await courier({ id, channel, recipient, subject, text: openMessage(works.vault, row) }, works.clock())
  await works.storage.transact((tx) =>
    saveMessage(tx, row, { ...row, status: 'sent', attempts: row.attempts + 1, sentAt: works.clock() }),
  )
}
