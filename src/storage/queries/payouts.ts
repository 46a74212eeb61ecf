import { and, asc, eq, sql } from 'drizzle-orm'
import type { PayoutStatus } from '../../domain/payout.ts'
import { listing, type PageSpan } from '../listing.ts'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

export type PayoutRow = Row<'payouts'>

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

const adjustments = prepared('adjustments_of_payout', ({ db, t }) =>
  db
    .select()
    .from(t.payoutAdjustments)
    .where(eq(t.payoutAdjustments.payoutId, sql.placeholder('payoutId')))
    .orderBy(asc(t.payoutAdjustments.id)),
)

function withAdjustments(db: Reader, payouts: readonly PayoutRow[]): Promise<PayoutRecord[]> {
  return Promise.all(
    payouts.map(async (payout) => ({ payout, adjustments: await adjustments(db).execute({ payoutId: payout.id }) })),
  )
}

const byId = prepared('payout', ({ db, t }) =>
  db
    .select()
    .from(t.payouts)
    .where(eq(t.payouts.id, sql.placeholder('id'))),
)

/** One payout of any operator, or null. */
export async function findPayout(db: Reader, id: number): Promise<PayoutRecord | null> {
  return firstRow(await withAdjustments(db, await byId(db).execute({ id })))
}

const ofBooking = prepared('payout_of_booking', ({ db, t }) =>
  db
    .select()
    .from(t.payouts)
    .where(eq(t.payouts.bookingId, sql.placeholder('bookingId'))),
)

/** The payout of a booking, or null. */
export async function payoutOfBooking(db: Reader, bookingId: number): Promise<PayoutRow | null> {
  return firstRow(await ofBooking(db).execute({ bookingId }))
}
