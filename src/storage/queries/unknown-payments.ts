import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { createFinder, createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

/** Money of the provider without a payment here. */
export type UnknownPaymentRow = Row<'unknownPayments'>

export const insertUnknownPayment = createInserter('unknownPayments')
export const saveUnknownPayment = createSaver('unknownPayments', ['settledAt'])

/** Finds the unknown payment with this name at a provider, including settled ones; or null. */
export const findUnknownPayment = createFinder('unknownPayments', 'providerRef')

const open = prepareStatement('open_unknown_payments', ({ db, t: { unknownPayments } }) =>
  db
    .select()
    .from(unknownPayments)
    .where(isNull(unknownPayments.settledAt))
    .orderBy(asc(unknownPayments.madeAt), asc(unknownPayments.id))
    .limit(sql.placeholder('limit')),
)

/** Lists unknown payments that need attention, oldest first. */
export async function listOpenUnknownPayments(db: Reader, limit: number): Promise<UnknownPaymentRow[]> {
  return open(db).execute({ limit })
}

const openCharges = prepareStatement('open_unknown_charges', ({ db, t: { unknownPayments } }) =>
  db
    .select()
    .from(unknownPayments)
    .where(
      and(
        isNull(unknownPayments.settledAt),
        eq(unknownPayments.kind, 'charge'),
        eq(unknownPayments.provider, sql.placeholder('provider')),
      ),
    )
    .orderBy(asc(unknownPayments.madeAt), asc(unknownPayments.id)),
)

/** Lists unknown charges of this provider that need attention, the oldest first. */
export async function listOpenUnknownCharges(db: Reader, provider: string): Promise<UnknownPaymentRow[]> {
  return openCharges(db).execute({ provider })
}

const unclaimed = prepareStatement('unclaimed_unknown_payments', ({ db, t: { unknownPayments } }) =>
  db
    .select()
    .from(unknownPayments)
    .where(and(isNull(unknownPayments.settledAt), isNull(unknownPayments.operatorId)))
    .orderBy(asc(unknownPayments.madeAt), asc(unknownPayments.id))
    .limit(sql.placeholder('limit')),
)

/** Lists unknown payments without an operator that need attention, the oldest first. */
export async function listUnclaimedUnknownPayments(db: Reader, limit: number): Promise<UnknownPaymentRow[]> {
  return unclaimed(db).execute({ limit })
}

const openOfOperator = prepareStatement('unknown_payments_of_operator', ({ db, t: { unknownPayments } }) =>
  db
    .select()
    .from(unknownPayments)
    .where(and(isNull(unknownPayments.settledAt), eq(unknownPayments.operatorId, sql.placeholder('operatorId'))))
    .orderBy(asc(unknownPayments.madeAt), asc(unknownPayments.id))
    .limit(sql.placeholder('limit')),
)

/** Lists unknown payments of one operator that need attention, the oldest first. */
export async function listUnknownPaymentsOfOperator(
  db: Reader,
  of: { readonly operatorId: number; readonly limit: number },
): Promise<UnknownPaymentRow[]> {
  return openOfOperator(db).execute(of)
}

const chargeOfTrip = prepareStatement('unknown_charge_of_trip', ({ db, t: { unknownPayments } }) =>
  db
    .select({ id: unknownPayments.id })
    .from(unknownPayments)
    .where(
      and(
        eq(unknownPayments.tripId, sql.placeholder('tripId')),
        eq(unknownPayments.kind, 'charge'),
        isNull(unknownPayments.settledAt),
      ),
    )
    .limit(1),
)

/** Whether a trip has an unknown charge that needs attention. */
export async function hasUnknownCharge(db: Reader, tripId: number): Promise<boolean> {
  return takeFirstRow(await chargeOfTrip(db).execute({ tripId })) !== null
}

const refundOfCharge = prepareStatement('unknown_refund_of_charge', ({ db, t: { unknownPayments } }) =>
  db
    .select({ id: unknownPayments.id })
    .from(unknownPayments)
    .where(
      and(
        eq(unknownPayments.chargeRef, sql.placeholder('chargeRef')),
        eq(unknownPayments.kind, 'refund'),
        isNull(unknownPayments.settledAt),
      ),
    )
    .limit(1),
)

/** Whether a charge has an unknown refund that needs attention. */
export async function hasUnknownRefund(db: Reader, chargeRef: string): Promise<boolean> {
  return takeFirstRow(await refundOfCharge(db).execute({ chargeRef })) !== null
}
