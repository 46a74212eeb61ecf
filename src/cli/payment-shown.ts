import type { MovedPayment } from '../actions/payments/support-payments.ts'
import { toInstant } from '../domain/instant.ts'
import { toSpokenAmount } from '../domain/money.ts'
import { wholeNumber } from '../setting-values.ts'
import type { TripPayment } from '../storage/queries/open-payments.ts'
import type { UnknownPaymentRow } from '../storage/queries/unknown-payments.ts'
import { CliFailure, exit } from './exit.ts'
import { defineOperand } from './flag.ts'

/** The payment of a command. */
export const paymentOperand = defineOperand(
  'ID',
  'The number of the payment, as `charabanc payments list` shows it.',
  wholeNumber(1),
)

/** A payment in the JSON of commands. Excludes the address of a page and the reference of a saved card. */
export function toPaymentJson({ payment, ref }: TripPayment) {
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

/** A payment as cells of a row. */
export function listPaymentCells({ payment, ref }: TripPayment): string[] {
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

/** A provider transaction unknown to this server, with the members of a payment. It has no number here. */
export function toUnknownPaymentJson(unknown: UnknownPaymentRow) {
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

/** A provider transaction unknown to this server, as cells of a row. */
export function listUnknownCells({
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

/** The payment that a command found. Fails without one and shows how to list payments. */
export function requirePayment(moved: MovedPayment | null, id: number): MovedPayment {
  if (moved !== null) return moved
  throw new CliFailure(exit.failure, `There is no payment ${id}. List payments with \`charabanc payments list\`.`)
}
