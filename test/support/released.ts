import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'

const fixtures = resolve(import.meta.dir, '../fixtures')

/** Every release with a database here, by the name of its fixture, the oldest first. */
export const releases: readonly string[] = readdirSync(fixtures)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace(/\.json$/, ''))
  .sort()

/** The answers of `readFixtureAnswers` from that release's executable, or from the last one before the itineraries moved. */
export function releaseAnswers(release: string): Record<string, string> {
  return JSON.parse(gunzipSync(readFileSync(join(fixtures, `${release}.answers.json.gz`))).toString())
}

/** Members about distances in every trip, added when the server began to estimate them. */
const distances = ['distance_source', 'legs.*.distance_source', 'hours_advice.estimated']

/** Members of every place in a trip, added since. */
const placeMembers = ['pickup', 'dropoff', 'legs.*.pickup', 'legs.*.dropoff', 'legs.*.stops.*.place'].flatMap((path) => [
  `${path}.map_url`,
  `${path}.coordinates_source`,
])

/** Members added to answers since: for each address, the path of the member in `data`; `*` is every item. */
const gained: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/bookings/': [
    'vehicle_check.started_at',
    ...['duties', 'vehicles_needed', 'vehicles_assigned', 'legs.*.status', 'progress.events.*.vehicle_no'],
    ...[
      'quote.cancellation_terms',
      'quote.warnings',
      'quote.locked_until',
      'quote.booking_request.payment_method',
      'cancellation_preview',
      'cancellation.refund_status',
      'terms',
      'agreed_by',
      'po_number',
      'revision',
      'amendments',
      'dispute',
      'payments.*.consent',
    ],
    ...['distance_m', 'driving_seconds', ...distances, ...placeMembers],
  ],
  '/api/v1/bookings?': ['vehicles_needed', 'vehicles_assigned', ...placeMembers].map((key) => `*.${key}`),
  '/api/v1/driver/trips?': placeMembers.map((key) => `*.${key}`),
  '/api/v1/driver/trips/': [
    ...['duty', 'job_sheet_url', 'cancellation', 'vehicle_check.started_at'],
    ...['distance_m', 'driving_seconds', ...distances, ...placeMembers],
  ],
  '/api/v1/jobs': [
    ...['own_trip', 'my_quote.cancellation_terms', 'my_quote.warnings', 'my_quote.locked_until'],
    ...['my_quote.booking_request.payment_method', 'empty_m', ...distances, ...placeMembers],
  ].flatMap((key) => [`*.${key}`, key]),
  '/platform/v1/trips/': [
    ...['booking.payout', 'booking.vehicles_needed', 'booking.vehicles_assigned', 'quotes.*.cancellation_terms'],
    ...['quotes.*.booking_request.payment_method', 'cancellation.refund_status', ...distances, ...placeMembers],
    ...placeMembers.map((key) => `booking.${key}`),
  ],
  '/platform/v1/operators': ['*.status'],
  '/api/v1/payouts': ['*.adjustments.*.currency_code', '*.summary'],
  '/customer/v1/trip': [
    'quotes.*.operator.operator_licence',
    'quotes.*.operator.phone',
    'booking_request.decline_reason',
    'quotes.*.cancellation_terms',
    'quotes.*.balance_due_at',
    'quotes.*.vehicles.*.amenities',
    'quotes.*.vehicles.*.wheelchair_spaces',
    ...distances,
    ...placeMembers,
    'gone_quotes',
    'payment',
    'booking.card',
    'booking.decline_reason',
    'booking.paid_by',
    'booking.invoice',
    'booking.invoice_requested_at',
    'amendments',
    ...['revision', 'vehicles', 'luggage', 'vehicles_requested', 'accessibility', 'flight', 'notes', 'terms'].map(
      (key) => `booking.${key}`,
    ),
  ],
}

/** The answers of `readFixtureAnswers` without the added members; everything else stays byte for byte. */
export function withoutNewMembers(answers: Readonly<Record<string, string>>): Record<string, string> {
  const told = Object.entries(answers).map(([asked, text]) => {
    const body = JSON.parse(text)
    const places = Object.entries(gained).flatMap(([address, keys]) => (asked.includes(` ${address}`) ? keys : []))
    for (const place of places) drop(body.data, place.split('.'))
    if (body.data?.assignment) {
      const { warnings } = body.data.assignment
      body.data.assignment.warnings = warnings.filter(isAdviceOfThatRelease).map(wordAsThatRelease)
    }
    return [asked, JSON.stringify(body)]
  })
  return Object.fromEntries(told)
}

/** Members that are null in that release, and whose values are found at the upgrade by the towns of a trip's places. */
const foundMembers = ['latitude', 'longitude', 'distance_m', 'driving_seconds']

/**
 * The answers with null for each value that was found since, and with the advice on hours from before; everything else stays
 * byte for byte.
 */
export function withoutFoundValues(
  answers: Readonly<Record<string, string>>,
  released: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answers).map(([asked, text]) => [
      asked,
      JSON.stringify(emptyFound(JSON.parse(text), JSON.parse(released[asked] ?? 'null'))),
    ]),
  )
}

function emptyFound(value: unknown, before: unknown): unknown {
  if (typeof value !== 'object' || value === null || typeof before !== 'object' || before === null) return value
  if (Array.isArray(value)) return value.map((item, nth) => emptyFound(item, (before as readonly unknown[])[nth]))
  const entries = Object.entries(value).map(([key, now]) => {
    const was = (before as Members)[key]
    const isFound = key === 'hours_advice' || (was === null && foundMembers.includes(key))
    return [key, isFound ? was : emptyFound(now, was)]
  })
  return Object.fromEntries(entries)
}

/** Whether that release gave the advice. */
function isAdviceOfThatRelease({ code }: { readonly code: string }): boolean {
  return code !== 'second_driver_missing' && code !== 'vehicle_missing'
}

/** The advice with the message of that release. */
function wordAsThatRelease<Advice extends { readonly message: string }>(advice: Advice): Advice {
  return { ...advice, message: advice.message.replace('The job requires', 'The job asks for') }
}

type Members = Record<string, unknown>

function drop(value: unknown, [key = '', ...inside]: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  if (key === '*') for (const item of Object.values(value)) drop(item, inside)
  else if (inside.length > 0) drop((value as Members)[key], inside)
  else delete (value as Members)[key]
}

/** Copies a release's database and key into a data folder and returns the facts about them. */
export function copyReleaseInto(release: string, dataDir: string) {
  const about = JSON.parse(readFileSync(join(fixtures, `${release}.json`), 'utf8'))
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(join(dataDir, 'charabanc.sqlite'), gunzipSync(readFileSync(join(fixtures, `${release}.sqlite.gz`))))
  writeFileSync(join(dataDir, 'master.key'), `${about.master_key}\n`, { mode: 0o600 })
  return about
}

/** The complete backups in a folder: those with a manifest. */
export function wholeBackupsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder)
  return names.filter((name) => name.endsWith('.sqlite') && names.includes(`${name}.json`))
}
