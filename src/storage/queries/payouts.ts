import { type AnyColumn, and, asc, count, desc, eq, sql } from 'drizzle-orm'
import type { PayoutStatus } from '../../domain/payout.ts'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

export type PayoutRow = Row<'payouts'>

export type AdjustmentRow = Row<'payoutAdjustments'>

export const insertPayout = inserter('payouts')
export const savePayout = saver('payouts', ['status'])
export const insertAdjustment = inserter('payoutAdjustments')

const history = prepared('payouts', ({ db, t }) =>
  db
    .select()
    .from(t.payouts)
    .where(and(eq(t.payouts.operatorId, sql.placeholder('operatorId')), isListed(t.payouts.status)))
    .orderBy(desc(t.payouts.createdAt), desc(t.payouts.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

const historySize = prepared('payouts_total', ({ db, t }) =>
  db
    .select({ total: count() })
    .from(t.payouts)
    .where(and(eq(t.payouts.operatorId, sql.placeholder('operatorId')), isListed(t.payouts.status))),
)

/** An empty placeholder lists every status. */
function isListed(status: AnyColumn) {
  return sql`(${sql.placeholder('status')} = '' or ${status} = ${sql.placeholder('status')})`
}

/** A payout with what was added to or taken from it. */
export type PayoutRecord = { readonly payout: PayoutRow; readonly adjustments: readonly AdjustmentRow[] }

/** One page of an operator's payouts, newest first, and how many there are; `status` null lists all. */
export async function listPayouts(
  db: Reader,
  query: { readonly operatorId: number; readonly status: PayoutStatus | null; readonly limit: number; readonly offset: number },
): Promise<{ items: PayoutRecord[]; total: number }> {
  const wanted = { ...query, status: query.status ?? '' }
  const total = firstRow(await historySize(db).execute(wanted))?.total ?? 0
  return { items: await withAdjustments(db, await history(db).execute(wanted)), total }
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
