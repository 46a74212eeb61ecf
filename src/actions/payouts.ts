import type { OperatorCaller } from '../domain/caller.ts'
import { type PayoutReport, type PayoutStatus, report } from '../domain/payout.ts'
import { notFound } from '../domain/refusal.ts'
import { touchBooking } from '../storage/queries/booking-changes.ts'
import { findPayout, listPayouts, type PayoutRecord, savePayout } from '../storage/queries/payouts.ts'
import type { Reader, Writer } from '../storage/storage.ts'

export type PayoutsAsked = { readonly status: PayoutStatus | null; readonly page: number; readonly perPage: number }

/** What the caller was paid and will be paid, newest first. */
export function listOwnPayouts(db: Reader, caller: OperatorCaller, asked: PayoutsAsked) {
  const { operatorId } = caller
  return listPayouts(db, { operatorId, status: asked.status, limit: asked.perPage, offset: (asked.page - 1) * asked.perPage })
}

/** The platform says what has become of a payout. Refuses `not_found`, `invalid_transition`. */
export async function reportPayout(tx: Writer, id: number, said: PayoutReport, now: number): Promise<PayoutRecord> {
  const found = await findPayout(tx, id)
  if (found === null) throw notFound()

  const reported = report(found.payout, said, now)

  const payout = await savePayout(tx, found.payout, reported)
  await touchBooking(tx, payout.bookingId, now)
  return { ...found, payout }
}
