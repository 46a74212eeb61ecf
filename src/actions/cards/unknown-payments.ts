import { Refusal } from '../../domain/refusal.ts'
import type { MadeThing } from '../../gateways/payments/payments.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOnlyOperatorId } from '../../storage/queries/operators.ts'
import { listQuotesOfTrip } from '../../storage/queries/quotes.ts'
import { findTripByRef } from '../../storage/queries/trips.ts'
import {
  findUnknownPayment,
  hasUnknownCharge,
  insertUnknownPayment,
  saveUnknownPayment,
  type UnknownPaymentRow,
} from '../../storage/queries/unknown-payments.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { findRestoredNote } from './restored.ts'

/** A charge or a refund. */
export type MadeMoney = Exclude<MadeThing, { readonly kind: 'page' }>

/**
 * Saves money without a payment and logs it as an error, once; for saved money it updates the refunded amount. Fully refunded
 * money needs no attention.
 */
export async function saveUnknownMoney(
  tx: Writer,
  { log, payments }: WorkerContext,
  made: MadeMoney,
  now: number,
): Promise<void> {
  const { kind, ref: providerRef, tripRef, amount, currencyCode, at: madeAt } = made
  const returnedAmount = made.kind === 'charge' ? made.returnedAmount : 0
  const isBack = made.kind === 'charge' && returnedAmount >= amount
  if (await saveReturnedAmount(tx, providerRef, returnedAmount, now)) return
  if (isBack) return
  const tripId = (await findTripByRef(tx, tripRef))?.id ?? null
  await insertUnknownPayment(tx, {
    ...{ kind, providerRef, tripRef, tripId, amount, currencyCode, returnedAmount, madeAt },
    provider: payments.name,
    chargeRef: made.kind === 'refund' ? made.chargeRef : providerRef,
    operatorId: (tripId === null ? null : await findOnlyOperator(tx, tripId)) ?? (await findOnlyOperatorId(tx)),
    createdAt: now,
    updatedAt: now,
  })
  const did = kind === 'charge' ? 'took' : 'sent back'
  log.error({ [kind]: providerRef, trip: tripRef, amount, currencyCode }, `the provider ${did} money after the restored backup`)
}

/** Saves how much of unknown money was refunded; a full refund settles it. Returns whether such money exists. */
export async function saveReturnedAmount(tx: Writer, providerRef: string, returnedAmount: number, now: number): Promise<boolean> {
  const known = await findUnknownPayment(tx, providerRef)
  if (known === null) return false
  if (returnedAmount !== known.returnedAmount) {
    const settledAt = known.settledAt ?? (returnedAmount >= known.amount ? now : null)
    await saveUnknownPayment(tx, known, { returnedAmount, settledAt, updatedAt: now })
  }
  return true
}

/**
 * Id of the only operator that a trip's money can belong to: the booked one, otherwise the only one that quoted. Null if none or
 * several quoted.
 */
async function findOnlyOperator(db: Reader, tripId: number): Promise<number | null> {
  const booked = await findBookingOfTrip(db, tripId)
  if (booked !== null) return booked.booking.operatorId
  const [operatorId, ...others] = new Set((await listQuotesOfTrip(db, tripId)).map(({ quote }) => quote.operatorId))
  return operatorId === undefined || others.length > 0 ? null : operatorId
}

/**
 * Whether the provider may hold money for the trip without a payment, so that a charge could take it twice. The provider took
 * some, or a restored database has not been compared.
 */
export async function isMoneyUnknown(
  db: Reader,
  { payments }: Pick<WorkerContext, 'payments'>,
  tripId: number,
): Promise<boolean> {
  if (payments.kind !== 'cards') return false
  return (await hasUnknownCharge(db, tripId)) || (await findRestoredNote(db)) !== null
}

/** Refuses `unavailable` if the provider may hold money for the trip without a payment. */
export async function requireKnownMoney(db: Reader, context: Pick<WorkerContext, 'payments'>, tripId: number): Promise<void> {
  if (!(await isMoneyUnknown(db, context, tripId))) return
  throw new Refusal(
    'unavailable',
    'We are checking an earlier payment for this trip. You have not been charged. Try again in a few minutes.',
    {},
    60,
  )
}

/** Settles unknown money after a person has handled it. Null if none has this name. */
export async function settleUnknownPayment(tx: Writer, providerRef: string, now: number): Promise<UnknownPaymentRow | null> {
  const known = await findUnknownPayment(tx, providerRef)
  if (known === null || known.settledAt !== null) return known
  return saveUnknownPayment(tx, known, { settledAt: now, updatedAt: now })
}
