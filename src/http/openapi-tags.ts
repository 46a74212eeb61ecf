/** The parts of the API, as the document groups them. */
export const tags = {
  Operator: 'What an operator and its systems do: jobs, quotes, bookings, drivers, payouts, webhooks, sign-in.',
  DriverAuth: 'How a driver signs in with a code from an SMS.',
  DriverApp: "The driver's day: trips, progress, checks, incidents, positions.",
  DriverPrivacy: 'What a driver may know, refuse and have erased.',
  DriverOwn: "What a driver's own page reads beside the API: calendars of their duties, what they agreed to.",
  Platform: 'For whoever feeds jobs in and pays out.',
  Customer: 'For the person who wants a coach.',
  Portal: "For the operator's own people: keys, team, vehicles, settings.",
  Provider: 'What a provider of card payments calls.',
  Links: 'What an address opens by itself, for as long as it is good: a calendar, a job sheet.',
} as const

/** A part of the API. */
export type Tag = keyof typeof tags

export const tagNames = Object.keys(tags) as Tag[]

/** Prefixes of the paths of each part; the first that fits counts. */
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

/** The part of the API that a path belongs to. */
export function tagOf(path: string): Tag {
  return prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Operator'
}
