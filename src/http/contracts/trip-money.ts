import { Type } from '@sinclair/typebox'
import {
  closingCalls,
  type TripMoney as Money,
  type SeenDispute,
  type SeenPayment,
  type SettledPayment,
  type MoneyToSettle as Unsettled,
} from '../../actions/payments/trip-money.ts'
import { type PaymentStatus, paymentKinds, paymentMeans } from '../../domain/payment.ts'
import type { UnknownPaymentRow } from '../../storage/queries/unknown-payments.ts'
import { defineContract } from '../contract.ts'
import { moment, nullable, type Of, oneOf, record } from '../schema.ts'
import { asRecord } from './fields.ts'
import { toInstantOrNull } from './instant.ts'
import { CardDispute } from './money.ts'

const when = moment()
const money = Type.Integer()

/** Visible payment statuses: not of cancelled payments, and not of cards saved with a request. */
const states = [
  'opening',
  'awaiting_customer',
  'charging',
  'requires_action',
  'awaiting_transfer',
  'in_doubt',
  'succeeded',
  'declined',
  'refund_due',
  'refund_pending',
  'refund_failed',
  'refunded',
  'reversed',
] as const satisfies readonly PaymentStatus[]

/** Faults of a waiting or failed refund that people must know. */
const refundTroubles = ['insufficient_funds', 'disputed', 'sent_elsewhere', 'unanswered', 'no_charge', 'failed'] as const

export const SeenPaymentRecord = record({
  id: Type.Integer(),
  kind: oneOf([...paymentKinds, 'save_card']),
  method: oneOf(paymentMeans),
  amount: money,
  currency_code: Type.String(),
  state: oneOf(states),
  why: nullable(oneOf(refundTroubles)),
  closed_by: nullable(oneOf(closingCalls)),
  expires_at: nullable(when),
  late_at: nullable(when),
  created_at: when,
  updated_at: when,
})

function asSeenPayment({ payment, closedBy }: SeenPayment): Of<typeof SeenPaymentRecord> {
  const { kind, means, status, fault, pageExpiresAt } = payment
  const state = states.find((one) => one === status)
  if (state === undefined) throw new Error(`a payment that is ${status} is not shown`)
  return asRecord(SeenPaymentRecord, payment, {
    state,
    method: means,
    why: kind === 'refund' ? (refundTroubles.find((one) => one === fault) ?? null) : null,
    closed_by: closedBy,
    expires_at: state === 'awaiting_customer' ? toInstantOrNull(pageExpiresAt) : null,
  })
}

export const SeenDisputeRecord = record({
  id: Type.Integer(),
  payment_id: Type.Integer(),
  ...CardDispute.properties,
  opened_at: when,
  closed_at: nullable(when),
  page: nullable(Type.String()),
})

function asSeenDispute({ page, ...dispute }: SeenDispute): Of<typeof SeenDisputeRecord> {
  return asRecord(SeenDisputeRecord, dispute, { page: page && `https://${page}` })
}

const PageDue = record({ purpose: oneOf(['deposit', 'balance']), amount: money, currency_code: Type.String() })

export const TripMoney = record({
  ref: Type.String(),
  booking_ref: nullable(Type.String()),
  page_due: nullable(PageDue),
  payments: Type.Array(SeenPaymentRecord),
  disputes: Type.Array(SeenDisputeRecord),
})

/** The payments and disputes of a trip, and the amount that its customer can pay on a page. */
export const TripMoneyView = defineContract(TripMoney, ({ ref, isBooked, pageDue, payments, disputes }: Money) => ({
  ref,
  booking_ref: isBooked ? ref : null,
  page_due: pageDue && asRecord(PageDue, pageDue, {}),
  payments: payments.map(asSeenPayment),
  disputes: disputes.map(asSeenDispute),
}))

export const UnsettledPayment = record({
  ref: Type.String(),
  booking_ref: nullable(Type.String()),
  ...SeenPaymentRecord.properties,
})

function asUnsettledPayment({ ref, isOfBooking, ...seen }: SettledPayment): Of<typeof UnsettledPayment> {
  return { ref, booking_ref: isOfBooking ? ref : null, ...asSeenPayment(seen) }
}

export const UnsettledPaymentView = defineContract(UnsettledPayment, asUnsettledPayment)

export const UnknownPayment = record({
  ref: Type.String(),
  kind: oneOf(['charge', 'refund']),
  provider_ref: Type.String(),
  amount: money,
  currency_code: Type.String(),
  returned_amount: money,
  made_at: when,
})

export const MoneyToSettle = record({ payments: Type.Array(UnsettledPayment), unknown: Type.Array(UnknownPayment) })

/** Payments of all trips that need attention. */
export const MoneyToSettleView = defineContract(MoneyToSettle, ({ payments, unknown }: Unsettled) => ({
  payments: payments.map(asUnsettledPayment),
  unknown: unknown.map(asUnknownMoney),
}))

function asUnknownMoney(unknown: UnknownPaymentRow): Of<typeof UnknownPayment> {
  return asRecord(UnknownPayment, unknown, { ref: unknown.tripRef })
}

export const UnclaimedMoney = record({ unknown: Type.Array(UnknownPayment) })

/** Provider transactions unknown to this server, which belong to no known operator. */
export const UnclaimedMoneyView = defineContract(UnclaimedMoney, (unknown: readonly UnknownPaymentRow[]) => ({
  unknown: unknown.map(asUnknownMoney),
}))
