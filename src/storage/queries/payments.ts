import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PaymentStatus } from '../../domain/payment.ts'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

export const insertPayment = inserter('payments')
export const savePayment = saver('payments', ['status'])

export type PaymentRow = Row<'payments'>

const openStatuses: PaymentStatus[] = ['charging', 'requires_action', 'awaiting_transfer', 'in_doubt']

const openOfTrip = prepared('open_payments_of_trip', ({ db, t }) =>
  db
    .select()
    .from(t.payments)
    .where(and(eq(t.payments.tripId, sql.placeholder('tripId')), inArray(t.payments.status, openStatuses)))
    .orderBy(asc(t.payments.id)),
)

/** The payments of a trip that are not over: being charged, in doubt, waiting for authentication or for a transfer. */
export async function openPayments(db: Reader, tripId: number): Promise<PaymentRow[]> {
  return openOfTrip(db).execute({ tripId })
}

/** When the payment for the quote of a row was tried that is in doubt (ms), to be selected beside that row. */
export function doubtSinceOfQuote({ payments, quotes }: Reader['t']): SQL<number | null> {
  return sql`(select ${payments.createdAt} from ${payments}
    where ${payments.quoteId} = ${quotes.id} and ${payments.status} = 'in_doubt' limit 1)`
}

const byId = prepared('payment', ({ db, t }) =>
  db
    .select()
    .from(t.payments)
    .where(eq(t.payments.id, sql.placeholder('id'))),
)

export async function findPayment(db: Reader, id: number): Promise<PaymentRow | null> {
  return firstRow(await byId(db).execute({ id }))
}

const ofAnswer = prepared('payment_of_answer', ({ db, t }) =>
  db
    .select()
    .from(t.payments)
    .where(eq(t.payments.storedResponseId, sql.placeholder('onceId'))),
)

/** The payment a stored response was claimed for, or null. */
export async function findPaymentOfResponse(db: Reader, storedResponseId: string): Promise<PaymentRow | null> {
  return firstRow(await ofAnswer(db).execute({ onceId: storedResponseId }))
}

const deposit = prepared('deposit_of_quote', ({ db, t }) =>
  db
    .select()
    .from(t.payments)
    .where(
      and(eq(t.payments.quoteId, sql.placeholder('quoteId')), eq(t.payments.kind, 'deposit'), eq(t.payments.status, 'succeeded')),
    ),
)

/** The deposit that was taken for a quote, or null. */
export async function findDeposit(db: Reader, quoteId: number): Promise<PaymentRow | null> {
  return firstRow(await deposit(db).execute({ quoteId }))
}

const refund = prepared('refund_of_trip', ({ db, t }) =>
  db
    .select()
    .from(t.payments)
    .where(and(eq(t.payments.tripId, sql.placeholder('tripId')), eq(t.payments.kind, 'refund'))),
)

/** The money that goes back for a trip that was called off, or null when none does. */
export async function findRefund(db: Reader, tripId: number): Promise<PaymentRow | null> {
  return firstRow(await refund(db).execute({ tripId }))
}
