import { Type } from '@sinclair/typebox'
import type { NewExtra } from '../../actions/bookings/extras.ts'
import type { ReceivedMoney } from '../../actions/money/booking-payments.ts'
import type { CustomerTrip } from '../../actions/trips/customer-trip.ts'
import { consentOf, type GivenConsent } from '../../domain/card-consent.ts'
import { disputeStatuses } from '../../domain/dispute.ts'
import { extraKinds } from '../../domain/extra.ts'
import { toInstant } from '../../domain/instant.ts'
import { balanceStatuses, balanceStatusOf, depositOwed, ledgerStatuses, ledgerStatusOf } from '../../domain/ledger.ts'
import { paymentKinds, paymentMeans, recordedKinds, recordedMeans } from '../../domain/payment.ts'
import type { BookingRow } from '../../storage/queries/bookings.ts'
import type { ExtraRow } from '../../storage/queries/extras.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import { amount, decimal, input, instant, moment, nullable, type Of, oneOf, prose, record, text } from '../schema.ts'
import { allFields, asRecord } from './fields.ts'
import { instantOf } from './instant.ts'

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

/** The money a body says is there. */
export function toReceivedMoney(body: Of<typeof PaymentBody>): ReceivedMoney {
  return allFields(PaymentBody, body)
}

export const ReversalBody = input({ reason: prose({ min: 3, max: 300 }) })

export const SentBody = input({ reference: Type.Optional(nullable(text({ max: 80 }))) })

export const ExtraBody = input({
  kind: oneOf(extraKinds),
  quantity: Type.Optional(nullable(decimal({ min: 0, max: 1_000_000 }))),
  amount: amount({ zero: false }),
  note: Type.Optional(nullable(prose({ max: 500 }))),
})

/** The extra a body asks for. */
export function toExtra(body: Of<typeof ExtraBody>): NewExtra {
  return allFields(ExtraBody, body)
}

export const PayBody = input({ payment_method: Type.Optional(nullable(text({ min: 1, max: 255 }))) })

/** Fields that tell how the money of a booking stands, wherever a booking is shown. */
export const sumFields = { paid_amount: money, due_amount: money, balance_status: oneOf(balanceStatuses) }

/** The money of a booking at `now` (ms): what has been paid, what is due, and how the balance stands. */
export function asSums(booking: BookingRow, now: number) {
  return {
    paid_amount: booking.paidAmount,
    due_amount: booking.dueAmount,
    balance_status: balanceStatusOf(booking, now),
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

/** A line of a booking's ledger. */
export function asPayment({ kind, ...payment }: PaymentRow): Of<typeof Payment> {
  if (kind === 'save_card') throw new Error('a card that is only kept is no line of a ledger')
  return asRecord(Payment, payment, { kind, method: payment.means, status: ledgerStatusOf(payment) })
}

/** Whether a payment stands in the books: a card that was only left with a request does not, nor a card payment that was given up. */
function isBooked({ means, operatorId }: PaymentRow): boolean {
  return means !== 'card' || operatorId !== null
}

/** A customer's consent: to more than a payment on its page, or to be charged later without being there. */
const Consent = record({ text: Type.String(), given_at: when })

export const BookingPayment = record({ ...Payment.properties, consent: nullable(Consent) })

/** The ledger of a booking, with what its customer agreed to. */
export function asBookingPayments(payments: readonly PaymentRow[]): Of<typeof BookingPayment>[] {
  return payments.filter(isBooked).map((payment) => ({ ...asPayment(payment), consent: asConsent(consentOf(payment, payments)) }))
}

function asConsent(given: GivenConsent | null): Of<typeof Consent> | null {
  return given && { text: given.text, given_at: toInstant(given.givenAt) }
}

/** A bank that wants money back which a card paid, as a booking shows it. */
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

/** An extra that came on top of a price. */
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

/**
 * The account, amount and deadline for a customer who pays by transfer. Null while no transfer is awaited or due, and
 * where cards are taken.
 */
export function asPayTo(view: CustomerTrip, now: number): Of<typeof PayTo> | null {
  const owed = owedByTransfer(view, now)
  if (owed === null) return null
  return {
    account_name: view.operator?.name ?? '',
    account: view.operator?.bankDetails ?? null,
    reference: view.trip.ref,
    amount: owed.amount,
    currency_code: owed.currencyCode,
    until: instantOf(owed.until),
  }
}

/** The transfer of `payTo`, as it goes into a code; null where there is none. */
export function toTransfer(payTo: Of<typeof PayTo> | null) {
  if (payTo === null) return null
  const { account_name: name, currency_code: currencyCode, account, amount, reference } = payTo
  return { name, account, amount, currencyCode, reference }
}

function owedByTransfer({ isPaidByTransfer, isPaidEarly, held, payments, booking }: CustomerTrip, now: number) {
  if (!isPaidByTransfer) return null
  const awaited = payments.find(({ quoteId, status }) => quoteId === held?.id && status === 'awaiting_transfer')
  if (awaited !== undefined) return { ...awaited, until: held?.lockedUntil ?? null }
  if (booking === null) return null
  const { dueAmount, currencyCode, overdueAt } = booking.booking
  const deposit = depositOwed(booking.booking, now)
  if (deposit > 0) return { amount: deposit, currencyCode, until: null }
  const standing = balanceStatusOf(booking.booking, now)
  const isDue = standing === 'due' || standing === 'overdue' || (standing === 'not_due' && isPaidEarly)
  return isDue ? { amount: dueAmount, currencyCode, until: overdueAt } : null
}
