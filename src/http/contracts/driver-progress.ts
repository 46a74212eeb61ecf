import { Type } from '@sinclair/typebox'
import type { BookingDetail } from '../../actions/bookings/bookings.ts'
import type { PlacedReport, Reported } from '../../actions/road/progress.ts'
import { reportable } from '../../domain/progress.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import { defineContract } from '../contract.ts'
import { input, instant, nullable, type Of, oneOf, prose, record, whole } from '../schema.ts'
import { asBookingDetail, BookingDetailRecord } from './booking.ts'
import { listAllFields } from './fields.ts'
import { accuracy, adjusted, age, asAdjusted, delayMinutes, fixFields, toFix } from './fix.ts'

const maybeFlag = Type.Optional(nullable(Type.Boolean()))

export const ProgressBody = input({
  status: oneOf(reportable),
  leg: Type.Optional(nullable(whole({ min: 1 }))),
  occurred_at: instant(),
  age_ms: age,
  ...fixFields,
  accuracy_m: accuracy,
  passenger_count: Type.Optional(nullable(whole({ min: 0, max: 1_000 }))),
  delay_minutes: delayMinutes,
  note: Type.Optional(nullable(prose({ max: 500 }))),
  contact_attempted: maybeFlag,
  undo: maybeFlag,
})

/** A report of a step by the office, with its coach. */
export const PortalProgressBody = input({
  ...ProgressBody.properties,
  vehicle_no: Type.Optional(nullable(whole({ min: 1 }))),
})

const WithoutFix = Type.Omit(ProgressBody, ['latitude', 'longitude', 'accuracy_m'])

/** Refusal codes for a report of a step, by the driver or by the operator. */
export const progressRefusals = [
  'trip_cancelled',
  'invalid_transition',
  'no_show_too_early',
  'undo_expired',
  'vehicle_check_required',
  'vehicle_unsafe',
] as const satisfies readonly RefusalCode[]

/** A validated body for the action. Refuses `validation_failed` for an incomplete position. */
export function toProgress(body: Of<typeof ProgressBody>): PlacedReport {
  const { contact_attempted, undo } = body
  return {
    ...listAllFields(WithoutFix, body),
    fix: toFix(body),
    contactAttempted: contact_attempted ?? false,
    undo: undo ?? false,
  }
}

export const ReportedBooking = record({ ...BookingDetailRecord.properties, ...adjusted })

export const ReportedBookingView = defineContract(ReportedBooking, (detail: Reported<BookingDetail>, showing) => ({
  ...asBookingDetail(detail, showing),
  ...asAdjusted(detail),
}))
