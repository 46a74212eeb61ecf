import { and, asc, eq, inArray } from 'drizzle-orm'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import type { Reader } from '../storage.ts'

export const insertPayment = inserter('payments')
export const savePayment = saver('payments', ['status'])

export type PaymentRow = Row<'payments'>

/** The payments of a trip that are not over: being charged, waiting for authentication or for a transfer. */
export async function openPayments(db: Reader, tripId: number): Promise<PaymentRow[]> {
  const { payments } = db.t
  return db.db
    .select()
    .from(payments)
    .where(and(eq(payments.tripId, tripId), inArray(payments.status, ['charging', 'requires_action', 'awaiting_transfer'])))
    .orderBy(asc(payments.id))
}

export async function findPayment(db: Reader, id: number): Promise<PaymentRow | null> {
  return firstRow(await db.db.select().from(db.t.payments).where(eq(db.t.payments.id, id)))
}

/** The payment a kept answer was claimed for, or null. */
export async function findPaymentOfAnswer(db: Reader, onceId: string): Promise<PaymentRow | null> {
  return firstRow(await db.db.select().from(db.t.payments).where(eq(db.t.payments.onceId, onceId)))
}

/** The deposit that was taken for a quote, or null. */
export async function findDeposit(db: Reader, quoteId: number): Promise<PaymentRow | null> {
  const { payments } = db.t
  const rows = await db.db
    .select()
    .from(payments)
    .where(and(eq(payments.quoteId, quoteId), eq(payments.kind, 'deposit'), eq(payments.status, 'succeeded')))
  return firstRow(rows)
}
