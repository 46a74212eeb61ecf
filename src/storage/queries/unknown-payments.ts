import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { finder, firstRow, inserter, saver } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

/** Money of which the provider knows and no payment does. */
export type UnknownPaymentRow = Row<'unknownPayments'>

export const insertUnknownPayment = inserter('unknownPayments')
export const saveUnknownPayment = saver('unknownPayments', ['settledAt'])

/** Finds the unknown payment that a provider calls by this name, settled or not; or null. */
export const findUnknownPayment = finder('unknownPayments', 'providerRef')

const open = prepared('open_unknown_payments', ({ db, t: { unknownPayments } }) =>
  db
    .select()
    .from(unknownPayments)
    .where(isNull(unknownPayments.settledAt))
    .orderBy(asc(unknownPayments.madeAt), asc(unknownPayments.id))
    .limit(sql.placeholder('limit')),
)

/** Unknown payments that somebody has to see to, the oldest first. */
export async function openUnknownPayments(db: Reader, limit: number): Promise<UnknownPaymentRow[]> {
  return open(db).execute({ limit })
}

const openCharges = prepared('open_unknown_charges', ({ db, t: { unknownPayments } }) =>
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

/** Money that this provider took of which no payment knows, and that somebody has to see to; the oldest first. */
export async function openUnknownCharges(db: Reader, provider: string): Promise<UnknownPaymentRow[]> {
  return openCharges(db).execute({ provider })
}

const unclaimed = prepared('unclaimed_unknown_payments', ({ db, t: { unknownPayments } }) =>
  db
    .select()
    .from(unknownPayments)
    .where(and(isNull(unknownPayments.settledAt), isNull(unknownPayments.operatorId)))
    .orderBy(asc(unknownPayments.madeAt), asc(unknownPayments.id))
    .limit(sql.placeholder('limit')),
)

/** Unknown payments that somebody has to see to and that are of no operator, the oldest first. */
export async function unclaimedUnknownPayments(db: Reader, limit: number): Promise<UnknownPaymentRow[]> {
  return unclaimed(db).execute({ limit })
}

const openOfOperator = prepared('unknown_payments_of_operator', ({ db, t: { unknownPayments } }) =>
  db
    .select()
    .from(unknownPayments)
    .where(and(isNull(unknownPayments.settledAt), eq(unknownPayments.operatorId, sql.placeholder('operatorId'))))
    .orderBy(asc(unknownPayments.madeAt), asc(unknownPayments.id))
    .limit(sql.placeholder('limit')),
)

/** Unknown payments of one operator that somebody has to see to, the oldest first. */
export async function unknownPaymentsOfOperator(
  db: Reader,
  of: { readonly operatorId: number; readonly limit: number },
): Promise<UnknownPaymentRow[]> {
  return openOfOperator(db).execute(of)
}

const chargeOfTrip = prepared('unknown_charge_of_trip', ({ db, t: { unknownPayments } }) =>
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

/** Whether money was taken for a trip that still wants somebody. */
export async function hasUnknownCharge(db: Reader, tripId: number): Promise<boolean> {
  return firstRow(await chargeOfTrip(db).execute({ tripId })) !== null
}

const refundOfCharge = prepared('unknown_refund_of_charge', ({ db, t: { unknownPayments } }) =>
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

/** Whether a part of a charge was sent back that still wants somebody. */
export async function hasUnknownRefund(db: Reader, chargeRef: string): Promise<boolean> {
  return firstRow(await refundOfCharge(db).execute({ chargeRef })) !== null
}
