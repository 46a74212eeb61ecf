import type { OperatorCaller } from '../domain/caller.ts'
import { type PayoutReport, type PayoutStatus, report } from '../domain/payout.ts'
import { mustFind } from '../domain/refusal.ts'
import { type PageAsked, spanOf } from '../storage/listing.ts'
import { touchBooking } from '../storage/queries/booking-changes.ts'
import { findPayout, listPayouts, type PayoutRecord, savePayout } from '../storage/queries/payouts.ts'
import type { Reader, Writer } from '../storage/storage.ts'

export type PayoutsAsked = PageAsked & { readonly status: PayoutStatus | null }

/** What the caller was paid and will be paid, newest first. */
export function listOwnPayouts(db: Reader, caller: OperatorCaller, asked: PayoutsAsked) {
  return listPayouts(db, { operatorId: caller.operatorId, status: asked.status, ...spanOf(asked) })
}

/** The platform says what has become of a payout. Refuses `not_found`, `invalid_transition`. */
export async function reportPayout(tx: Writer, id: number, said: PayoutReport, now: number): Promise<PayoutRecord> {
  const found = await mustFind(findPayout(tx, id))

  const reported = report(found.payout, said, now)

  const payout = await savePayout(tx, found.payout, reported)
  await touchBooking(tx, payout.bookingId, now)
  return { ...found, payout }
}
