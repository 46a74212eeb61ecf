import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isPageOpen } from '../../domain/card-page.ts'
import { openStatuses } from '../../domain/payment.ts'
import { createFinder, createInserter, createLister, createSaver } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export const insertPayment = createInserter('payments')

export type PaymentRow = Row<'payments'>

const saveRow = createSaver('payments', ['status'])

/**
 * Saves changes of a payment, only if its status is unchanged. An ended page loses its address, and a released card payment
 * leaves the books.
 */
export function savePayment(tx: Writer, before: PaymentRow, patch: Partial<PaymentRow>): Promise<PaymentRow> {
  const { status = before.status } = patch
  const mayBeOnPage = status === 'opening' || isPageOpen({ status })
  const isUnbooked = status === 'released' && before.means === 'card'
  return saveRow(tx, before, { ...patch, ...(!mayBeOnPage && { pageUrl: null }), ...(isUnbooked && { operatorId: null }) })
}

const openOfTrip = prepareStatement('open_payments_of_trip', ({ db, t }) =>
  db
    .select()
    .from(t.payments)
    .where(and(eq(t.payments.tripId, sql.placeholder('tripId')), inArray(t.payments.status, [...openStatuses])))
    .orderBy(asc(t.payments.id)),
)

/** The unfinished payments of a trip: being charged, in doubt, waiting for the customer, for authentication or for a transfer. */
export async function findOpenPayments(db: Reader, tripId: number): Promise<PaymentRow[]> {
  return openOfTrip(db).execute({ tripId })
}

/** An SQL condition that a payment is with the provider, after the condition of an index that contains it. */
function isPaymentWithProvider({ payments: { status } }: Reader['t']): SQL {
  const isOpen = sql`${status} in ('opening', 'charging', 'awaiting_customer', 'awaiting_transfer')`
  return sql`${isOpen} and ${status} in ('opening', 'charging')`
}

const charging = prepareStatement('charging_of_trip', ({ db, t }) =>
  db
    .select({ id: t.payments.id })
    .from(t.payments)
    .where(and(eq(t.payments.tripId, sql.placeholder('tripId')), isPaymentWithProvider(t))),
)

/** Lists charges and pages of any trip that are with the provider now, each with its boot. */
export async function listChargesInFlight(db: Reader): Promise<Pick<PaymentRow, 'id' | 'status' | 'bootId' | 'createdAt'>[]> {
  const { payments } = db.t
  return db.db
    .select({ id: payments.id, status: payments.status, bootId: payments.bootId, createdAt: payments.createdAt })
    .from(payments)
    .where(isPaymentWithProvider(db.t))
}

/** Whether a payment of the trip other than these is with the provider. On SQLite there is none, as one process works alone. */
export async function isChargedBeside(tx: Writer, tripId: number, known: ReadonlySet<number>): Promise<boolean> {
  return tx.dialect === 'postgres' && (await charging(tx).execute({ tripId })).some(({ id }) => !known.has(id))
}

/** The charges of these boots without a result. */
export async function listUndecidedCharges(db: Reader, boots: readonly string[]): Promise<number[]> {
  const { payments } = db.t
  // Each of the two has a separate index.
  const charging = await db.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isPaymentWithProvider(db.t), inArray(payments.bootId, [...boots])))
  const inDoubt = await db.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.status, sql`'in_doubt'`), inArray(payments.bootId, [...boots])))
  return [...charging, ...inDoubt].map(({ id }) => id)
}

/**
 * An SQL expression of the instant (ms) at which the payment in doubt for a row's quote was tried. It must be selected together
 * with that row.
 */
export function buildDoubtSinceSql({ payments, quotes }: Reader['t']): SQL<number | null> {
  return sql<number | null>`(select ${payments.createdAt} from ${payments}
    where ${payments.quoteId} = ${quotes.id} and ${payments.status} = 'in_doubt' limit 1)`.mapWith(Number)
}

export const findPayment = createFinder('payments', 'id')

/** The payment with this key at its provider, or null. */
export const findPaymentKeyed = createFinder('payments', 'providerKey')

/** The payment of a stored response, or null. */
export const findPaymentOfResponse = createFinder('payments', 'storedResponseId')

/** Every payment of a trip, oldest first. */
export const listPaymentsOfTrip = createLister('payments', 'tripId', ({ id }) => asc(id))

/** Payments for the booked quote, without those made for another operator's quote of the trip. */
export async function listPaymentsOfBooking(db: Reader, booking: { readonly tripId: number; readonly quoteId: number }) {
  return (await listPaymentsOfTrip(db, booking.tripId)).filter(({ quoteId }) => quoteId === booking.quoteId)
}

/** Payments with these names at a provider: of a page, of a prepared charge, or of a charge. */
export async function listPaymentsByProviderRefs(
  db: Reader,
  refs: readonly string[],
): Promise<Pick<PaymentRow, 'id' | 'kind'>[]> {
  const { payments } = db.t
  const found = []
  // Each of the three has a separate index.
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
