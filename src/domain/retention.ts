import { activitiesKeptMonths } from './activity.ts'
import { dayMs } from './instant.ts'
import { placesKeptMs } from './known-place.ts'
import { locationsKeptMs } from './location.ts'
import { checkKeptMonths } from './vehicle-check.ts'

/** Contract, Webhooks: the log is kept for 30 days. */
export const deliveriesKeptMs = 30 * dayMs

/** Milliseconds for which expired links and codes, and finished messages, are kept. */
export const messagesKeptMs = 7 * dayMs

export const keptKinds = [
  'books',
  'known_places',
  'vehicle_checks',
  'activities',
  'webhook_deliveries',
  'locations',
  'messages',
  'sign_ins',
] as const

/** The months or days for which a kind of record is kept; forever if neither is set. */
export type KeptSpan = {
  readonly kind: (typeof keptKinds)[number]
  readonly months: number | null
  readonly days: number | null
}

/** Retention of everything that the purge deletes, longest first. */
export const retention: readonly KeptSpan[] = [
  { kind: 'books', months: null, days: null },
  { kind: 'known_places', months: null, days: placesKeptMs / dayMs },
  { kind: 'vehicle_checks', months: checkKeptMonths, days: null },
  { kind: 'activities', months: activitiesKeptMonths, days: null },
  { kind: 'webhook_deliveries', months: null, days: deliveriesKeptMs / dayMs },
  { kind: 'locations', months: null, days: locationsKeptMs / dayMs },
  { kind: 'messages', months: null, days: messagesKeptMs / dayMs },
  { kind: 'sign_ins', months: null, days: messagesKeptMs / dayMs },
]
