import type { Ability } from './ability.ts'
import { toInstant } from './instant.ts'
import type { JobSheet } from './job-sheet.ts'

/** What other systems may follow along. */
export const eventNames = ['job.offered', 'booking.confirmed'] as const

export type EventName = (typeof eventNames)[number]

/** A notification carries nothing that the same key could not read; without this ability it carries nothing at all. */
export const abilityFor: Readonly<Record<EventName, Ability>> = {
  'job.offered': 'jobs:read',
  'booking.confirmed': 'bookings:read',
}

/** `data` of `job.offered`: every key exactly as `GET /jobs/{ref}` shows it. Instants in ms. */
export function jobOffered(
  ref: string,
  sheet: JobSheet,
  offer: { readonly quoteBy: number; readonly currencyCode: string },
): Record<string, unknown> {
  return {
    ref,
    trip_type: sheet.trip_type,
    pickup: sheet.pickup,
    dropoff: sheet.dropoff,
    departs_at: sheet.departs_at,
    returns_at: sheet.returns_at,
    timezone: sheet.timezone,
    passenger_count: sheet.passenger_count,
    quote_by: toInstant(offer.quoteBy),
    currency_code: offer.currencyCode,
  }
}

/** `data` of `booking.confirmed`: every key exactly as `GET /bookings/{ref}` shows it. Money in minor units, instants in ms. */
export function bookingConfirmed(
  sheet: JobSheet,
  booking: { readonly ref: string; readonly payoutAmount: number; readonly currencyCode: string; readonly confirmedAt: number },
): Record<string, unknown> {
  return {
    ref: booking.ref,
    departs_at: sheet.departs_at,
    passenger_count: sheet.passenger_count,
    payout_amount: booking.payoutAmount,
    currency_code: booking.currencyCode,
    confirmed_at: toInstant(booking.confirmedAt),
  }
}

/** The exact text that is sent and signed; its members stand in the order of the contract. */
export function envelope(event: EventName, operatorRef: string, occurredAt: number, data: Record<string, unknown>): string {
  return JSON.stringify({ event, operator_ref: operatorRef, occurred_at: toInstant(occurredAt), data })
}

/** The text for a subscription whose credential may not read the thing: it hears that something happened and nothing more. */
export function withoutData(body: string): string {
  return JSON.stringify({ ...JSON.parse(body), data: {} })
}
