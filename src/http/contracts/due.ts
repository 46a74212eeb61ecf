import { Type } from '@sinclair/typebox'
import type { CustomerDue, PaymentsAsked } from '../../actions/money/dues.ts'
import { agreedTerms } from '../../domain/agreement.ts'
import { toInstant, toLocalTime } from '../../domain/instant.ts'
import { dueStatuses, ledgerStatuses } from '../../domain/ledger.ts'
import { paymentMeans } from '../../domain/payment.ts'
import type { AccountPayment as KeptPayment } from '../../storage/queries/account-payments.ts'
import type { DeskPayment as KeptDeskPayment } from '../../storage/queries/desk-payments.ts'
import { definePageContract } from '../pagination.ts'
import { date, input, moment, nullable, type Of, oneOf, pageFields, record, text } from '../schema.ts'
import { Customer } from './contact.ts'
import { asRecord } from './fields.ts'
import { toInstantOrNull } from './instant.ts'
import { asPayment, asSums, Payment, sumFields } from './money.ts'

export const DuesQuery = input({ status: Type.Optional(oneOf(dueStatuses)), ...pageFields })

export const Due = record({
  ref: Type.String(),
  summary: Type.String(),
  customer: Customer,
  departs_at: Type.String(),
  timezone: Type.String(),
  due_at: moment(),
  due_on: Type.String(),
  days_over: Type.Integer(),
  price_amount: Type.Integer(),
  ...sumFields,
  currency_code: Type.String(),
  terms: nullable(oneOf(agreedTerms)),
  last_reminder_at: nullable(moment()),
})

/** A booking with an amount due, and its due date. */
function asDue({ booking, itinerary, customer, ...due }: CustomerDue, now: number): Of<typeof Due> {
  return asRecord(
    Due,
    { ...booking, ...due },
    {
      ...asSums(booking, now),
      summary: itinerary.summary,
      departs_at: toLocalTime(booking.departsAt, itinerary.timezone),
      timezone: itinerary.timezone,
      customer: asRecord(Customer, customer, {}),
      last_reminder_at: toInstantOrNull(due.remindedAt),
    },
  )
}

export const DuePage = definePageContract(Due, (due: CustomerDue, { now }) => asDue(due, now))

export const PaymentsQuery = input({
  from: Type.Optional(date()),
  to: Type.Optional(date()),
  method: Type.Optional(oneOf(paymentMeans)),
  status: Type.Optional(oneOf(ledgerStatuses)),
  ...pageFields,
})

/** The filter of payments in a query. */
export function toPaymentsFilter({
  from,
  to,
  method,
  status,
}: Of<typeof PaymentsQuery>): Omit<PaymentsAsked, 'page' | 'perPage'> {
  return { from: from ?? null, to: to ?? null, means: method ?? null, status: status ?? null }
}

export const AccountPayment = record({
  ref: Type.String(),
  summary: Type.String(),
  customer_name: Type.String(),
  ...Payment.properties,
  recorded_at: moment(),
})

/** A ledger entry of any booking. */
function asAccountPayment({ payment, ref, itinerary, customerName }: KeptPayment): Of<typeof AccountPayment> {
  const trip = { ref, summary: itinerary.summary, customer_name: customerName }
  return asRecord(AccountPayment, payment, { ...asPayment(payment), ...trip, recorded_at: toInstant(payment.createdAt) })
}

export const AccountPaymentPage = definePageContract(AccountPayment, asAccountPayment)

export const DeskPaymentsQuery = input({ ...PaymentsQuery.properties, operator_ref: Type.Optional(text({ min: 1, max: 20 })) })

/** The filter of payments in a query of the marketplace. */
export function toDeskPaymentsFilter({ operator_ref, ...asked }: Of<typeof DeskPaymentsQuery>) {
  return { ...toPaymentsFilter(asked), operatorRef: operator_ref ?? null }
}

export const DeskPayment = record({ operator_ref: nullable(Type.String()), ...AccountPayment.properties })

/** A ledger entry for the marketplace, without the operator's person who recorded it. */
function asDeskPayment(kept: KeptDeskPayment): Of<typeof DeskPayment> {
  const shown = asAccountPayment(kept)
  const isOurs = shown.recorded_by === null || shown.recorded_by === 'platform'
  return { operator_ref: kept.operatorRef, ...shown, recorded_by: isOurs ? shown.recorded_by : 'operator' }
}

export const DeskPaymentPage = definePageContract(DeskPayment, asDeskPayment)
