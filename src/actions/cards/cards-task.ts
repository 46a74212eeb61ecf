import type { CardPayments, Payments } from '../../gateways/payments/payments.ts'
import { findDueTime, scheduleTask } from '../../storage/queries/scheduler.ts'
import { listOpenUnknownCharges } from '../../storage/queries/unknown-payments.ts'
import type { Writer } from '../../storage/storage.ts'
import { findRestoredNote } from './restored.ts'

/** The scheduler's name for removing the saved cards of a trip that are no longer needed. Its subject is the trip. */
export const cardsTask = 'cards'

/** The scheduler's name for reading disputes from the provider. There is one such task. */
export const disputesTask = 'disputes'

/** The scheduler's name for comparing a restored database with the provider. There is one such task. */
export const compareTask = 'compare'

/** Whether the provider's card payments move money, so that banks can take it back. */
export function hasDisputes(payments: Payments): payments is CardPayments {
  return payments.kind === 'cards' && payments.isLive !== null
}

/** Schedules the first check for disputes if payments can have any. */
export async function scheduleDisputes(tx: Writer, payments: Payments, now: number): Promise<void> {
  if (hasDisputes(payments) && (await findDueTime(tx, disputesTask, 0)) === null)
    await scheduleTask(tx, disputesTask, 0, now, now)
}

/** Schedules a comparison with the provider after a restore, or while charges are unknown, if cards are taken. */
export async function scheduleComparison(tx: Writer, payments: Payments, now: number): Promise<void> {
  if (payments.kind !== 'cards') return
  const isUnknown = (await listOpenUnknownCharges(tx, payments.name)).length > 0
  const isPlanned = (await findDueTime(tx, compareTask, 0)) !== null
  if ((await findRestoredNote(tx)) !== null || (isUnknown && !isPlanned)) await scheduleTask(tx, compareTask, 0, now, now)
}
