import { Type } from '@sinclair/typebox'
import type { BatchOutcome } from '../../actions/money/payouts.ts'
import { type PayoutReport, payoutStatuses, reportablePayoutStatuses } from '../../domain/payout.ts'
import type { LedgerRecord, PayoutRecord, PayoutWithTrip } from '../../storage/queries/payouts.ts'
import { defineContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { input, instant, moment, nullable, type Of, oneOf, pageFields, record, text, whole } from '../schema.ts'
import { asRecord, listAllFields } from './fields.ts'
import { parseInstantMs } from './instant.ts'

export const PayoutsQuery = input({ status: Type.Optional(oneOf(payoutStatuses)), ...pageFields })

export const LedgerQuery = input({
  status: Type.Optional(oneOf(payoutStatuses)),
  scheduled_before: Type.Optional(instant()),
  operator_ref: Type.Optional(text({ min: 1, max: 20 })),
  ...pageFields,
})

/** The filter of payouts in the platform's query; null for absent parts. */
export function toLedgerFilter({ status, scheduled_before, operator_ref }: Of<typeof LedgerQuery>) {
  return { status: status ?? null, scheduledBefore: parseInstantMs(scheduled_before), operatorRef: operator_ref ?? null }
}

export const PayoutBody = input({
  status: oneOf(reportablePayoutStatuses),
  statement_ref: Type.Optional(nullable(text({ max: 160 }))),
  failure_reason: Type.Optional(nullable(text({ max: 500 }))),
  paid_at: Type.Optional(nullable(instant())),
})

export const PayoutBatchBody = input({
  ids: Type.Array(whole({ min: 1 }), { minItems: 1, maxItems: 500 }),
  ...PayoutBody.properties,
})

export function toBatch({ ids, ...said }: Of<typeof PayoutBatchBody>) {
  return { ids, said: toReport(said) }
}

export function toReport(body: Of<typeof PayoutBody>): PayoutReport {
  return listAllFields(PayoutBody, body)
}

export const PayoutAdjustment = record({
  kind: Type.String(),
  amount: Type.Integer(),
  currency_code: Type.String(),
  note: nullable(Type.String()),
})

export const Payout = record({
  id: Type.Integer(),
  booking_ref: Type.String(),
  status: oneOf(payoutStatuses),
  amount: Type.Integer(),
  currency_code: Type.String(),
  price_amount: Type.Integer(),
  commission_amount: Type.Integer(),
  adjustments: Type.Array(PayoutAdjustment),
  scheduled_for: nullable(moment()),
  paid_at: nullable(moment()),
  statement_ref: nullable(Type.String()),
  failure_reason: nullable(Type.String()),
  created_at: moment(),
  updated_at: moment(),
  summary: Type.String(),
})

/** A payout for its operator and for the payer, with the summary of its trip. */
function asPayout({ payout, adjustments, itinerary }: PayoutWithTrip): Of<typeof Payout> {
  const { currencyCode } = payout
  return asRecord(Payout, payout, {
    adjustments: adjustments.map((adjustment) => asRecord(PayoutAdjustment, { ...adjustment, currencyCode }, {})),
    summary: itinerary.summary,
  })
}

export const PayoutView = defineContract(Payout, asPayout)

export const PayoutBatch = record({
  done: Type.Array(Type.Integer()),
  refused: Type.Array(record({ id: Type.Integer(), code: oneOf(['not_found', 'invalid_transition']) })),
})

/** The result of a batch of payouts: changed ones, and refused ones with a reason. */
export const PayoutBatchView = defineContract(PayoutBatch, ({ done, refused }: BatchOutcome) => ({
  done: [...done],
  refused: refused.map(({ id, code }) => ({ id, code })),
}))

/** A page of an operator's payouts. */
export const PayoutPage = definePageContract(Payout, asPayout)

export const LedgerPayout = record({ operator_ref: Type.String(), ...Payout.properties })

export const LedgerPage = definePageContract(LedgerPayout, ({ operatorRef, ...record }: LedgerRecord & PayoutWithTrip) => ({
  operator_ref: operatorRef,
  ...asPayout(record),
}))

/** The payout of a booking, in short. */
export const PayoutOutline = record({
  id: Type.Integer(),
  status: oneOf(payoutStatuses),
  amount: Type.Integer(),
  currency_code: Type.String(),
  scheduled_for: nullable(moment()),
})

export function asPayoutOutline(payout: PayoutRecord['payout']): Of<typeof PayoutOutline> {
  return asRecord(PayoutOutline, payout, {})
}
