import { Type } from '@sinclair/typebox'
import { type PayoutReport, payoutStatuses, reportablePayoutStatuses } from '../../domain/payout.ts'
import type { PayoutRecord } from '../../storage/queries/payouts.ts'
import { contract } from '../contract.ts'
import { pageContract } from '../pagination.ts'
import { input, instant, moment, nullable, type Of, oneOf, pageFields, record, text } from '../schema.ts'
import { allFields, asRecord } from './fields.ts'

export const PayoutsQuery = input({ status: Type.Optional(oneOf(payoutStatuses)), ...pageFields })

export const PayoutBody = input({
  status: oneOf(reportablePayoutStatuses),
  statement_ref: Type.Optional(nullable(text({ max: 160 }))),
  failure_reason: Type.Optional(nullable(text({ max: 500 }))),
  paid_at: Type.Optional(nullable(instant())),
})

/** A validated body as the action takes it. */
export function toReport(body: Of<typeof PayoutBody>): PayoutReport {
  return allFields(PayoutBody, body)
}

export const Payout = record({
  id: Type.Integer(),
  booking_ref: Type.String(),
  status: oneOf(payoutStatuses),
  amount: Type.Integer(),
  currency_code: Type.String(),
  price_amount: Type.Integer(),
  commission_amount: Type.Integer(),
  adjustments: Type.Array(record({ kind: Type.String(), amount: Type.Integer(), note: nullable(Type.String()) })),
  scheduled_for: nullable(moment()),
  paid_at: nullable(moment()),
  statement_ref: nullable(Type.String()),
  failure_reason: nullable(Type.String()),
  created_at: moment(),
  updated_at: moment(),
})

/** A payout as its operator and the payer see it. */
function asPayout({ payout, adjustments }: PayoutRecord): Of<typeof Payout> {
  return asRecord(Payout, payout, { adjustments: adjustments.map(({ kind, amount, note }) => ({ kind, amount, note })) })
}

export const PayoutView = contract(Payout, asPayout)

export const PayoutPage = pageContract(Payout, asPayout)
