/** The tags of the API document. */
export const tags = {
  Operator: 'Jobs, quotes, bookings, drivers, payouts, webhooks and sign-in, for an operator and its systems.',
  DriverAuth: 'Sign-in of drivers with a code from an SMS.',
  DriverApp: "The driver's app: trips, progress, checks, incidents, positions.",
  DriverPrivacy: 'Privacy of drivers: data export, location consent and erasure.',
  DriverOwn: "Further reads of the driver's app: calendars of duties, consent.",
  Platform: 'Trips, operators and payouts, for the marketplace.',
  Customer: 'Enquiry, quotes, booking and payment, for the customer.',
  Portal: "Keys, team, vehicles and settings, for the operator's people.",
  Provider: 'Calls from a provider of card payments.',
  Links: 'Files behind a secret address, while the address is valid: a calendar, a job sheet.',
} as const

/** A tag of the API document. */
export type Tag = keyof typeof tags

export const tagNames = Object.keys(tags) as Tag[]

/** Prefixes of each tag's paths. The first match counts. */
const prefixes: readonly (readonly [string, Tag])[] = [
  ['/api/v1/driver/auth/', 'DriverAuth'],
  ['/api/v1/driver/privacy/', 'DriverPrivacy'],
  ['/api/v1/driver/', 'DriverApp'],
  ['/driver/', 'DriverOwn'],
  ['/papers/', 'Links'],
  ['/feeds/', 'Links'],
  ['/platform/', 'Platform'],
  ['/customer/', 'Customer'],
  ['/portal/', 'Portal'],
  ['/stripe/', 'Provider'],
]

/** The tag of a path. */
export function findTag(path: string): Tag {
  return prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Operator'
}
