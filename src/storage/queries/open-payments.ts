import { desc, eq, sql } from 'drizzle-orm'
import type { Reader } from '../storage.ts'
import type { PaymentRow } from './payments.ts'

/** A payment with the ref of its trip. */
export type TripPayment = { readonly payment: PaymentRow; readonly ref: string }

/** Something may still come of these, or somebody has to see to them; in the very words of the index that holds them. */
export const unfinished = `('opening', 'charging', 'awaiting_customer', 'awaiting_transfer', 'in_doubt', 'requires_action', 'refund_due', 'refund_pending', 'refund_failed')`

/** Payments of every trip, the newest first and so many at most; of those that are open only where that is asked. */
export async function newestPayments(
  db: Reader,
  asked: { readonly isOpen: boolean; readonly limit: number },
): Promise<TripPayment[]> {
  const { payments, trips } = db.t
  return db.db
    .select({ payment: payments, ref: trips.ref })
    .from(payments)
    .innerJoin(trips, eq(trips.id, payments.tripId))
    .where(asked.isOpen ? sql`${payments.status} in ${sql.raw(unfinished)}` : undefined)
    .orderBy(desc(payments.id))
    .limit(asked.limit)
}
