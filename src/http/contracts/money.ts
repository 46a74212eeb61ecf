import { Type } from '@sinclair/typebox'
import type { NewExtra } from '../../actions/bookings/extras.ts'
import type { CustomerTrip } from '../../actions/customers/customer-trip.ts'
import type { ReceivedMoney } from '../../actions/payments/booking-payments.ts'
import { findGivenConsent, type GivenConsent } from '../../domain/card-consent.ts'
import { disputeStatuses } from '../../domain/dispute.ts'
import { extraKinds } from '../../domain/extra.ts'
import { toInstant } from '../../domain/instant.ts'
import {
  balanceStatuses,
  computeUnpaidDeposit,
  findBalanceStatus,
  findLedgerStatus,
  ledgerStatuses,
} from '../../domain/ledger.ts'
import { paymentKinds, paymentMeans, recordedKinds, recordedMeans } from '../../domain/payment.ts'
import type { BookingRow } from '../../storage/queries/bookings.ts'
import type { ExtraRow } from '../../storage/queries/extras.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import { amount, decimal, input, instant, moment, nullable, type Of, oneOf, prose, record, text } from '../schema.ts'
import { asRecord, listAllFields } from './fields.ts'
import { toInstantOrNull } from './instant.ts'

const money = Type.Integer()
const when = moment()

export const PaymentBody = input({
  kind: Type.Optional(nullable(oneOf(recordedKinds))),
  method: oneOf(recordedMeans),
  amount: amount({ zero: false }),
  currency_code: text({ min: 3, max: 3 }),
  received_at: Type.Optional(nullable(instant())),
  reference: Type.Optional(nullable(text({ max: 80 }))),
  allow_over: Type.Optional(nullable(Type.Boolean())),
})

/** The received amount of a body. */
export function toReceivedMoney(body: Of<typeof PaymentBody>): ReceivedMoney {
  return listAllFields(PaymentBody, body)
}

export const ReversalBody = input({ reason: prose({ min: 3, max: 300 }) })

export const SentBody = input({ reference: Type.Optional(nullable(text({ max: 80 }))) })

export const ExtraBody = input({
  kind: oneOf(extraKinds),
  quantity: Type.Optional(nullable(decimal({ min: 0, max: 1_000_000 }))),
  amount: amount({ zero: false }),
  note: Type.Optional(nullable(prose({ max: 500 }))),
})

/** The extra charge of a body. */
export function toExtra(body: Of<typeof ExtraBody>): NewExtra {
  return listAllFields(ExtraBody, body)
}

export const PayBody = input({ payment_method: Type.Optional(nullable(text({ min: 1, max: 255 }))) })

/** Fields with the payment status of a booking, in all answers with a booking. */
export const sumFields = { paid_amount: money, due_amount: money, balance_status: oneOf(balanceStatuses) }

/** The amounts of a booking at `now` (ms): paid, due, and the status of the balance. */
export function asSums(booking: BookingRow, now: number) {
  return {
    paid_amount: booking.paidAmount,
    due_amount: booking.dueAmount,
    balance_status: findBalanceStatus(booking, now),
  }
}

export const Payment = record({
  id: Type.Integer(),
  kind: oneOf(paymentKinds),
  method: oneOf(paymentMeans),
  amount: money,
  currency_code: Type.String(),
  status: oneOf(ledgerStatuses),
  received_at: nullable(when),
  reference: nullable(Type.String()),
  recorded_by: nullable(Type.String()),
  reversed_at: nullable(when),
})

/** An entry of a booking's ledger. */
export function asPayment({ kind, ...payment }: PaymentRow): Of<typeof Payment> {
  if (kind === 'save_card') throw new Error('a saved card is not a ledger entry')
  return asRecord(Payment, payment, { kind, method: payment.means, status: findLedgerStatus(payment) })
}

/** Whether the books show a payment. They do not show saved cards and cancelled card payments. */
function isShownInBooks({ means, operatorId }: PaymentRow): boolean {
  return means !== 'card' || operatorId !== null
}

/** A customer's consent: to a payment beyond its page, or to a later charge. */
const Consent = record({ text: Type.String(), given_at: when })

export const BookingPayment = record({ ...Payment.properties, consent: nullable(Consent) })

/** The ledger of a booking, with its customer's consents. */
export function asBookingPayments(payments: readonly PaymentRow[]): Of<typeof BookingPayment>[] {
  return payments
    .filter(isShownInBooks)
    .map((payment) => ({ ...asPayment(payment), consent: asPaymentConsent(findGivenConsent(payment, payments)) }))
}

function asPaymentConsent(given: GivenConsent | null): Of<typeof Consent> | null {
  return given && { text: given.text, given_at: toInstant(given.givenAt) }
}

/** A dispute of a card payment, for its booking. */
export const CardDispute = record({
  status: oneOf(disputeStatuses),
  reason: Type.String(),
  amount: money,
  currency_code: Type.String(),
  respond_by: nullable(when),
})

export const Extra = record({
  id: Type.Integer(),
  kind: oneOf(extraKinds),
  quantity: nullable(Type.Number()),
  amount: money,
  currency_code: Type.String(),
  note: nullable(Type.String()),
  added_at: when,
})

/** An extra charge. */
export function asExtra(extra: ExtraRow): Of<typeof Extra> {
  return asRecord(Extra, extra, {})
}

export const PayTo = record({
  account_name: Type.String(),
  account: nullable(Type.String()),
  reference: Type.String(),
  amount: money,
  currency_code: Type.String(),
  until: nullable(when),
})

/** The account, amount and deadline for a bank transfer. Null if no transfer is due, and for card payments. */
export function asPayTo(view: CustomerTrip, now: number): Of<typeof PayTo> | null {
  const transfer = findTransferDue(view, now)
  if (transfer === null) return null
  return {
    account_name: view.operator?.name ?? '',
    account: view.operator?.bankDetails ?? null,
    reference: view.trip.ref,
    amount: transfer.amount,
    currency_code: transfer.currencyCode,
    until: toInstantOrNull(transfer.until),
  }
}

/** The transfer of `payTo` for a QR code; null without one. */
export function toTransfer(payTo: Of<typeof PayTo> | null) {
  if (payTo === null) return null
  const { account_name: name, currency_code: currencyCode, account, amount, reference } = payTo
  return { name, account, amount, currencyCode, reference }
}

function findTransferDue({ isPaidByTransfer, isPaidEarly, held, payments, booking }: CustomerTrip, now: number) {
  if (!isPaidByTransfer) return null
  const awaited = payments.find(({ quoteId, status }) => quoteId === held?.id && status === 'awaiting_transfer')
  if (awaited !== undefined) return { ...awaited, until: held?.lockedUntil ?? null }
  if (booking === null) return null
  const { dueAmount, currencyCode, overdueAt } = booking.booking
  const deposit = computeUnpaidDeposit(booking.booking, now)
  if (deposit > 0) return { amount: deposit, currencyCode, until: null }
  const standing = findBalanceStatus(booking.booking, now)
  const isDue = standing === 'due' || standing === 'overdue' || (standing === 'not_due' && isPaidEarly)
  return isDue ? { amount: dueAmount, currencyCode, until: overdueAt } : null
}
