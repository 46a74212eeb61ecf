import type { MovedPayment } from '../actions/money/support-payments.ts'
import { toInstant } from '../domain/instant.ts'
import { toSpokenAmount } from '../domain/money.ts'
import { wholeNumber } from '../setting-values.ts'
import type { TripPayment } from '../storage/queries/open-payments.ts'
import type { UnknownPaymentRow } from '../storage/queries/unknown-payments.ts'
import { CliFailure, exit } from './exit.ts'
import { operand } from './flag.ts'

/** The payment that a command is about. */
export const paymentOperand = operand('ID', 'The number of the payment, as `charabanc payments list` shows it.', wholeNumber(1))

/** A payment as commands answer it in JSON. Neither the address of a page nor what a card is kept under is told. */
export function paymentAsJson({ payment, ref }: TripPayment) {
  const { id, kind, amount, currencyCode, status, provider, updatedAt, askedAt, fault } = payment
  return {
    id,
    trip: ref,
    kind,
    amount,
    currency_code: currencyCode,
    status,
    provider,
    since: toInstant(updatedAt),
    asked_at: askedAt === null ? null : toInstant(askedAt),
    fault,
    page_ref: payment.sessionRef,
    charge_ref: payment.intentRef,
    provider_ref: payment.providerRef,
    card: payment.cardLast4 === null ? null : { brand: payment.cardBrand, last4: payment.cardLast4 },
  }
}

/** A payment as cells of a line. */
export function paymentCells({ payment, ref }: TripPayment): string[] {
  const { id, kind, amount, currencyCode, status, fault, provider, updatedAt, sessionRef, intentRef, providerRef } = payment
  const refs = [...new Set([sessionRef, intentRef, providerRef].filter((one) => one !== null))]
  return [
    String(id),
    ref,
    kind,
    toSpokenAmount(amount, currencyCode),
    fault === null ? status : `${status} (${fault})`,
    provider,
    toInstant(updatedAt),
    refs.join(' '),
  ]
}

/** Money of which only the provider knows, in the members of a payment; it has no number here. */
export function asUnknownPayment(unknown: UnknownPaymentRow) {
  const { kind, tripRef, amount, currencyCode, settledAt, provider, providerRef, chargeRef, madeAt } = unknown
  return {
    id: null,
    trip: tripRef,
    kind,
    amount,
    currency_code: currencyCode,
    status: settledAt === null ? 'unknown' : 'settled',
    provider,
    since: toInstant(madeAt),
    asked_at: null,
    fault: null,
    page_ref: null,
    charge_ref: chargeRef,
    provider_ref: providerRef,
    card: null,
  }
}

/** Money of which only the provider knows, as cells of a line. */
export function unknownCells({
  kind,
  tripRef,
  amount,
  currencyCode,
  provider,
  providerRef,
  madeAt,
}: UnknownPaymentRow): string[] {
  return ['-', tripRef, kind, toSpokenAmount(amount, currencyCode), 'unknown', provider, toInstant(madeAt), providerRef]
}

/** The payment that a command found. Fails where there is none of this number, and says where to look. */
export function mustBeThere(moved: MovedPayment | null, id: number): MovedPayment {
  if (moved !== null) return moved
  throw new CliFailure(exit.failure, `There is no payment ${id}; \`charabanc payments list\` shows them.`)
}
