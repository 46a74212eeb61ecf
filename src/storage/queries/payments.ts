import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isPageOpen } from '../../domain/card-page.ts'
import { openStatuses } from '../../domain/payment.ts'
import { finder, inserter, lister, saver } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export const insertPayment = inserter('payments')

export type PaymentRow = Row<'payments'>

const saveRow = saver('payments', ['status'])

/**
 * Writes what a payment becomes, only while it still is where it came from. Whatever ends its page takes the address away, and a card
 * payment that is given up is in no books.
 */
export function savePayment(tx: Writer, before: PaymentRow, patch: Partial<PaymentRow>): Promise<PaymentRow> {
  const { status = before.status } = patch
  const mayBeOnPage = status === 'opening' || isPageOpen({ status })
  const isUnbooked = status === 'released' && before.means === 'card'
  return saveRow(tx, before, { ...patch, ...(!mayBeOnPage && { pageUrl: null }), ...(isUnbooked && { operatorId: null }) })
}

const openOfTrip = prepared('open_payments_of_trip', ({ db, t }) =>
  db
    .select()
    .from(t.payments)
    .where(and(eq(t.payments.tripId, sql.placeholder('tripId')), inArray(t.payments.status, [...openStatuses])))
    .orderBy(asc(t.payments.id)),
)

/** The payments of a trip that are not over: being charged, in doubt, waiting for the customer, for authentication or for a transfer. */
export async function findOpenPayments(db: Reader, tripId: number): Promise<PaymentRow[]> {
  return openOfTrip(db).execute({ tripId })
}

/** An SQL condition that a payment is with the provider, behind the very words of the index that holds them and some others. */
function isWithProvider({ payments: { status } }: Reader['t']): SQL {
  const isOpen = sql`${status} in ('opening', 'charging', 'awaiting_customer', 'awaiting_transfer')`
  return sql`${isOpen} and ${status} in ('opening', 'charging')`
}

const charging = prepared('charging_of_trip', ({ db, t }) =>
  db
    .select({ id: t.payments.id })
    .from(t.payments)
    .where(and(eq(t.payments.tripId, sql.placeholder('tripId')), isWithProvider(t))),
)

/** Charges and pages that are with the provider right now, of whatever trip, with the boot that asked for each. */
export async function chargesInFlight(db: Reader): Promise<Pick<PaymentRow, 'id' | 'status' | 'bootId' | 'createdAt'>[]> {
  const { payments } = db.t
  return db.db
    .select({ id: payments.id, status: payments.status, bootId: payments.bootId, createdAt: payments.createdAt })
    .from(payments)
    .where(isWithProvider(db.t))
}

/** Whether a payment for the trip is with the provider that is none of these. On SQLite there is none, as one process takes turns. */
export async function isChargedBeside(tx: Writer, tripId: number, known: ReadonlySet<number>): Promise<boolean> {
  return tx.dialect === 'postgres' && (await charging(tx).execute({ tripId })).some(({ id }) => !known.has(id))
}

/** The charges that these boots began and of which it is not known what became. */
export async function undecidedCharges(db: Reader, boots: readonly string[]): Promise<number[]> {
  const { payments } = db.t
  // Each of the two has an index of its own.
  const charging = await db.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isWithProvider(db.t), inArray(payments.bootId, [...boots])))
  const inDoubt = await db.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.status, sql`'in_doubt'`), inArray(payments.bootId, [...boots])))
  return [...charging, ...inDoubt].map(({ id }) => id)
}

/**
 * An SQL expression of the instant (ms) at which the payment in doubt for a row's quote was tried. It is to be selected
 * beside that row.
 */
export function doubtSinceOfQuote({ payments, quotes }: Reader['t']): SQL<number | null> {
  return sql<number | null>`(select ${payments.createdAt} from ${payments}
    where ${payments.quoteId} = ${quotes.id} and ${payments.status} = 'in_doubt' limit 1)`.mapWith(Number)
}

export const findPayment = finder('payments', 'id')

/** The payment that a provider was told of under this key, or null. */
export const findPaymentKeyed = finder('payments', 'providerKey')

/** The payment a stored response was claimed for, or null. */
export const findPaymentOfResponse = finder('payments', 'storedResponseId')

/** Every payment of a trip, oldest first, whatever became of it. */
export const paymentsOfTrip = lister('payments', 'tripId', ({ id }) => asc(id))

/** Payments for what was booked, without those made in vain for another operator's quote of the trip. */
export async function paymentsOfBooking(db: Reader, booking: { readonly tripId: number; readonly quoteId: number }) {
  return (await paymentsOfTrip(db, booking.tripId)).filter(({ quoteId }) => quoteId === booking.quoteId)
}

/** Payments that a provider's names are about: of a page, of a charge that was got ready, or of one that was made. */
export async function paymentsNamed(db: Reader, refs: readonly string[]): Promise<Pick<PaymentRow, 'id' | 'kind'>[]> {
  const { payments } = db.t
  const found = []
  // Each of the three has an index of its own.
  for (const column of [payments.sessionRef, payments.intentRef, payments.providerRef]) {
    found.push(
      ...(await db.db
        .select({ id: payments.id, kind: payments.kind })
        .from(payments)
        .where(inArray(column, [...refs]))),
    )
  }
  return found
}
