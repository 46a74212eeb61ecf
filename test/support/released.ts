import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'

const fixtures = resolve(import.meta.dir, '../fixtures')

/** Every release that left a database here, by the name of its fixture, the first one first. */
export const releases: readonly string[] = readdirSync(fixtures)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace(/\.json$/, ''))
  .sort()

/** What everyone read there, as `readFixtureAnswers` tells it, from the executable of that release or the last one before the itineraries moved. */
export function releaseAnswers(release: string): Record<string, string> {
  return JSON.parse(gunzipSync(readFileSync(join(fixtures, `${release}.answers.json.gz`))).toString())
}

/** What every trip tells of its distances since they are reckoned. */
const distances = ['distance_source', 'legs.*.distance_source', 'hours_advice.estimated']

/** What answers tell today beside what they told then: for each address, where in their `data` the key stands; `*` is every item. */
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
    ...['distance_m', 'driving_seconds', ...distances],
  ],
  '/api/v1/bookings?': ['*.vehicles_needed', '*.vehicles_assigned'],
  '/api/v1/driver/trips/': [
    ...['duty', 'job_sheet_url', 'cancellation', 'vehicle_check.started_at'],
    ...['distance_m', 'driving_seconds', ...distances],
  ],
  '/api/v1/jobs': [
    ...['own_trip', 'my_quote.cancellation_terms', 'my_quote.warnings', 'my_quote.locked_until'],
    ...['my_quote.booking_request.payment_method', 'empty_m', ...distances],
  ].flatMap((key) => [`*.${key}`, key]),
  '/platform/v1/trips/': [
    ...['booking.payout', 'booking.vehicles_needed', 'booking.vehicles_assigned', 'quotes.*.cancellation_terms'],
    ...['quotes.*.booking_request.payment_method', 'cancellation.refund_status', ...distances],
  ],
  '/platform/v1/operators': ['*.status'],
  '/api/v1/payouts': ['*.adjustments.*.currency_code'],
  '/customer/v1/trip': [
    'quotes.*.operator.operator_licence',
    'quotes.*.operator.phone',
    'booking_request.decline_reason',
    'quotes.*.cancellation_terms',
    'quotes.*.balance_due_at',
    'quotes.*.vehicles.*.amenities',
    'quotes.*.vehicles.*.wheelchair_spaces',
    ...distances,
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

/** Answers as `readFixtureAnswers` tells them without the keys they have gained; everything else stays as it is, byte for byte. */
export function withoutNewMembers(answers: Readonly<Record<string, string>>): Record<string, string> {
  const told = Object.entries(answers).map(([asked, text]) => {
    const body = JSON.parse(text)
    const places = Object.entries(gained).flatMap(([address, keys]) => (asked.includes(` ${address}`) ? keys : []))
    for (const place of places) drop(body.data, place.split('.'))
    if (body.data?.assignment) body.data.assignment.warnings = body.data.assignment.warnings.filter(isOfThen)
    return [asked, JSON.stringify(body)]
  })
  return Object.fromEntries(told)
}

/** Whether advice was given then. */
function isOfThen({ code }: { readonly code: string }): boolean {
  return code !== 'second_driver_missing' && code !== 'vehicle_missing'
}

type Members = Record<string, unknown>

function drop(value: unknown, [key = '', ...inside]: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  if (key === '*') for (const item of Object.values(value)) drop(item, inside)
  else if (inside.length > 0) drop((value as Members)[key], inside)
  else delete (value as Members)[key]
}

/** Lays a release's database and key into a data folder and tells what is known of them. */
export function copyReleaseInto(release: string, dataDir: string) {
  const about = JSON.parse(readFileSync(join(fixtures, `${release}.json`), 'utf8'))
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(join(dataDir, 'charabanc.sqlite'), gunzipSync(readFileSync(join(fixtures, `${release}.sqlite.gz`))))
  writeFileSync(join(dataDir, 'master.key'), `${about.master_key}\n`, { mode: 0o600 })
  return about
}

/** The backups of a folder that are whole: those with a manifest. */
export function wholeBackupsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder)
  return names.filter((name) => name.endsWith('.sqlite') && names.includes(`${name}.json`))
}
