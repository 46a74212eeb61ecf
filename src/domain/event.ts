import type { Ability } from './ability.ts'

/** Names of the events that other systems may follow along. */
export const eventNames = ['job.offered', 'booking.confirmed'] as const

export type EventName = (typeof eventNames)[number]

/** A notification carries nothing that the same key could not read; without this ability it carries nothing at all. */
export const abilityFor: Readonly<Record<EventName, Ability>> = {
  'job.offered': 'jobs:read',
  'booking.confirmed': 'bookings:read',
}
