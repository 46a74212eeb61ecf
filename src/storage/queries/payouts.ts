import { and, asc, eq, sql } from 'drizzle-orm'
import type { PayoutStatus } from '../../domain/payout.ts'
import { listing, type PageSpan } from '../listing.ts'
import { finder, inserter, lister, type Row, saver } from '../statements.ts'
import type { Reader } from '../storage.ts'

type PayoutRow = Row<'payouts'>

type AdjustmentRow = Row<'payoutAdjustments'>

export const insertPayout = inserter('payouts')
export const savePayout = saver('payouts', ['status'])
export const insertAdjustment = inserter('payoutAdjustments')

type PayoutHistoryQuery = { readonly operatorId: number; readonly status?: PayoutStatus }

function history(which: 'all' | 'of_status') {
  return listing<PayoutRow, PayoutHistoryQuery>(`payouts_${which}`, ({ db, t: { payouts } }) => {
    const isTheirs = eq(payouts.operatorId, sql.placeholder('operatorId'))
    const isListed = which === 'all' ? isTheirs : and(isTheirs, eq(payouts.status, sql.placeholder('status')))
    return {
      ids: () => db.select({ id: payouts.id }).from(payouts).where(isListed).$dynamic(),
      rows: () => db.select().from(payouts).$dynamic(),
      id: payouts.id,
      by: [payouts.createdAt, payouts.id],
      newestFirst: true,
    }
  })
}

const lists = { all: history('all'), ofStatus: history('of_status') }

/** A payout with what was added to or taken from it. */
export type PayoutRecord = { readonly payout: PayoutRow; readonly adjustments: readonly AdjustmentRow[] }

/** One page of an operator's payouts, newest first, and how many there are; `status` null lists all. */
export async function listPayouts(
  db: Reader,
  { status, ...query }: PageSpan & { readonly operatorId: number; readonly status: PayoutStatus | null },
): Promise<{ items: PayoutRecord[]; total: number }> {
  const { items, total } = await (status === null ? lists.all(db, query) : lists.ofStatus(db, { ...query, status }))
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
