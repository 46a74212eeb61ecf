import { Type } from '@sinclair/typebox'
import { toInstant } from '../../domain/instant.ts'
import { findRefundStatus, refundStatuses } from '../../domain/refund-status.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { moment, nullable, type Of, oneOf, record } from '../schema.ts'

export const Cancellation = record({
  by: oneOf(['customer', 'operator', 'platform']),
  reason: Type.String(),
  refund_amount: Type.Integer(),
  currency_code: Type.String(),
  at: moment(),
})

/** A cancellation, and the status of its refunds; null without a refund. */
export const RefundedCancellation = record({ ...Cancellation.properties, refund_status: nullable(oneOf(refundStatuses)) })

/** The cancellation of a booking, or null. Its currency is null if no operator was asked for a quote. */
export function asCancellation<Code extends string | null>(
  cancellation: BookingRecord['booking']['cancellation'],
  currencyCode: Code,
): (Omit<Of<typeof Cancellation>, 'currency_code'> & { currency_code: Code }) | null {
  if (cancellation === null) return null
  const { by, reason, refundAmount, at } = cancellation
  return { by, reason, refund_amount: refundAmount, currency_code: currencyCode, at: toInstant(at) }
}

/** The cancellation of a booking with the status of these refunds, or null. */
export function asRefundedCancellation<Code extends string | null>(
  cancellation: BookingRecord['booking']['cancellation'],
  currencyCode: Code,
  refunds: Parameters<typeof findRefundStatus>[0],
) {
  const shown = asCancellation(cancellation, currencyCode)
  return shown && { ...shown, refund_status: findRefundStatus(refunds) }
}
