import type { Ability } from './ability.ts'

/** Names of the events for other systems. */
export const eventNames = ['job.offered', 'booking.confirmed'] as const

export type EventName = (typeof eventNames)[number]

/** Ability that a key needs for the content of a notification. Without it, the notification has no content. */
export const abilityFor: Readonly<Record<EventName, Ability>> = {
  'job.offered': 'jobs:read',
  'booking.confirmed': 'bookings:read',
}
