import { and, asc, eq, sql } from 'drizzle-orm'
import { type PayoutStatus, payoutStatuses } from '../../domain/payout.ts'
import { always, type CountedQuery, countedListing, isWithinSpan } from '../counted-listing.ts'
import type { PageSpan } from '../listing.ts'
import { finder, inserter, lister, type Row, saver } from '../statements.ts'
import type { Reader } from '../storage.ts'

type PayoutRow = Row<'payouts'>

type AdjustmentRow = Row<'payoutAdjustments'>

export const insertPayout = inserter('payouts')
export const savePayout = saver('payouts', ['status'])
export const insertAdjustment = inserter('payoutAdjustments')

function history(status: PayoutStatus | null) {
  const name = `payouts_${status ?? 'all'}`
  const lists = (status === null ? payoutStatuses : [status]).map((one) => `${one}_payouts` as const)
  return countedListing<PayoutRow, CountedQuery>(name, lists, ({ db, t: { payouts } }) => {
    const isOfStatus = status === null ? undefined : eq(payouts.status, sql.raw(`'${status}'`))
    const isListed = and(eq(payouts.operatorId, sql.placeholder('operatorId')), isOfStatus, isWithinSpan(payouts.createdAt))
    return {
      choose: (columns) => db.select(columns).from(payouts).where(isListed).$dynamic(),
      rows: () => db.select().from(payouts).$dynamic(),
      id: payouts.id,
      by: [payouts.createdAt, payouts.id],
    }
  })
}

const whole = history(null)
const byStatus = new Map(payoutStatuses.map((status) => [status, history(status)]))

/** A payout with what was added to or taken from it. */
export type PayoutRecord = { readonly payout: PayoutRow; readonly adjustments: readonly AdjustmentRow[] }

/** One page of an operator's payouts, newest first, and how many there are; `status` null lists all. */
export async function listPayouts(
  db: Reader,
  { status, ...query }: PageSpan & { readonly operatorId: number; readonly status: PayoutStatus | null },
): Promise<{ items: PayoutRecord[]; total: number }> {
  const list = status === null ? whole : (byStatus.get(status) ?? whole)
  const { items, total } = await list(db, { ...query, ...always })
  return { items: await withAdjustments(db, items), total }
}

const adjustmentsOf = lister('payoutAdjustments', 'payoutId', ({ id }) => asc(id))

function withAdjustments(db: Reader, payouts: readonly PayoutRow[]): Promise<PayoutRecord[]> {
  return Promise.all(payouts.map(async (payout) => ({ payout, adjustments: await adjustmentsOf(db, payout.id) })))
}

const byId = finder('payouts', 'id')

/** One payout of any operator, or null. */
export async function findPayout(db: Reader, id: number): Promise<PayoutRecord | null> {
  const payout = await byId(db, id)
  return payout && { payout, adjustments: await adjustmentsOf(db, id) }
}

/** The payout of a booking, or null. */
export const payoutOfBooking = finder('payouts', 'bookingId')
