import { Refusal } from '../../domain/refusal.ts'
import type { MadeThing } from '../../gateways/payments/payments.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import { onlyOperatorId } from '../../storage/queries/operators.ts'
import { quotesOfTrip } from '../../storage/queries/quotes.ts'
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

/** Money that was taken or sent back. */
export type MadeMoney = Exclude<MadeThing, { readonly kind: 'page' }>

/**
 * Writes down money of which no payment knows, and logs it as an error, once; of what stands there already what has gone back since. What is
 * back with its customer wants no one.
 */
export async function noteUnknown(tx: Writer, { log, payments }: WorkerContext, made: MadeMoney, now: number): Promise<void> {
  const { kind, ref: providerRef, tripRef, amount, currencyCode, at: madeAt } = made
  const returnedAmount = made.kind === 'charge' ? made.returnedAmount : 0
  const isBack = made.kind === 'charge' && returnedAmount >= amount
  if (await noteReturned(tx, providerRef, returnedAmount, now)) return
  if (isBack) return
  const tripId = (await findTripByRef(tx, tripRef))?.id ?? null
  await insertUnknownPayment(tx, {
    ...{ kind, providerRef, tripRef, tripId, amount, currencyCode, returnedAmount, madeAt },
    provider: payments.name,
    chargeRef: made.kind === 'refund' ? made.chargeRef : providerRef,
    operatorId: (tripId === null ? null : await onlyOperatorOf(tx, tripId)) ?? (await onlyOperatorId(tx)),
    createdAt: now,
    updatedAt: now,
  })
  const did = kind === 'charge' ? 'took' : 'sent back'
  log.error(
    { [kind]: providerRef, trip: tripRef, amount, currencyCode },
    `the provider ${did} money after the backup that was restored`,
  )
}

/** Writes down what of unknown money has gone back; all of it settles that. Answers whether such money stands there. */
export async function noteReturned(tx: Writer, providerRef: string, returnedAmount: number, now: number): Promise<boolean> {
  const known = await findUnknownPayment(tx, providerRef)
  if (known === null) return false
  if (returnedAmount !== known.returnedAmount) {
    const settledAt = known.settledAt ?? (returnedAmount >= known.amount ? now : null)
    await saveUnknownPayment(tx, known, { returnedAmount, settledAt, updatedAt: now })
  }
  return true
}

/**
 * Id of the only operator whose money of a trip it can be: the booked one, else the one who quoted. Null where none or
 * several have quoted.
 */
async function onlyOperatorOf(db: Reader, tripId: number): Promise<number | null> {
  const booked = await bookingOfTrip(db, tripId)
  if (booked !== null) return booked.booking.operatorId
  const [operatorId, ...others] = new Set((await quotesOfTrip(db, tripId)).map(({ quote }) => quote.operatorId))
  return operatorId === undefined || others.length > 0 ? null : operatorId
}

/**
 * Whether the provider may hold money for the trip of which no payment knows, so that it would be taken a second time: it took some, or a
 * restored database has not been compared with it.
 */
export async function isMoneyUnknown(
  db: Reader,
  { payments }: Pick<WorkerContext, 'payments'>,
  tripId: number,
): Promise<boolean> {
  if (payments.kind !== 'cards') return false
  return (await hasUnknownCharge(db, tripId)) || (await findRestoredNote(db)) !== null
}

/** Refuses `unavailable` where the provider may hold money for the trip of which no payment knows. */
export async function mustKnowMoney(db: Reader, context: Pick<WorkerContext, 'payments'>, tripId: number): Promise<void> {
  if (!(await isMoneyUnknown(db, context, tripId))) return
  throw new Refusal(
    'unavailable',
    'An earlier payment of this trip is being looked at. Nothing was charged; ask again later.',
    {},
    60,
  )
}

/** Somebody has seen to money of which no payment knows, and written down what follows from it. Null where none is called so. */
export async function settleUnknown(tx: Writer, providerRef: string, now: number): Promise<UnknownPaymentRow | null> {
  const known = await findUnknownPayment(tx, providerRef)
  if (known === null || known.settledAt !== null) return known
  return saveUnknownPayment(tx, known, { settledAt: now, updatedAt: now })
}
