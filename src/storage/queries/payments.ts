import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PaymentStatus } from '../../domain/payment.ts'
import { finder, inserter, type Row, saver } from '../statements.ts'
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

const charging = prepared('charging_of_trip', ({ db, t: { payments } }) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.tripId, sql.placeholder('tripId')), eq(payments.status, sql`'charging'`))),
)

/** Whether a payment for the trip is with the provider right now. */
export async function isBeingCharged(db: Reader, tripId: number): Promise<boolean> {
  return (await charging(db).execute({ tripId })).length > 0
}

/** When the payment for the quote of a row was tried that is in doubt (ms), to be selected beside that row. */
export function doubtSinceOfQuote({ payments, quotes }: Reader['t']): SQL<number | null> {
  return sql`(select ${payments.createdAt} from ${payments}
    where ${payments.quoteId} = ${quotes.id} and ${payments.status} = 'in_doubt' limit 1)`
}

export const findPayment = finder('payments', 'id')

/** The payment a stored response was claimed for, or null. */
export const findPaymentOfResponse = finder('payments', 'storedResponseId')

const ofQuote = finder('payments', 'quoteId', 'kind', 'status')

/** The deposit that was taken for a quote, or null. */
export function findDeposit(db: Reader, quoteId: number): Promise<PaymentRow | null> {
  return ofQuote(db, quoteId, 'deposit', 'succeeded')
}

const ofTrip = finder('payments', 'tripId', 'kind')

/** The money that goes back for a trip that was called off, or null when none does. */
export function findRefund(db: Reader, tripId: number): Promise<PaymentRow | null> {
  return ofTrip(db, tripId, 'refund')
}
