import type { Static } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { findInstantAt, toLocalTime } from '../../domain/instant.ts'
import { refusalSentence } from '../../domain/refusal-sentences.ts'
import { listTripFaults } from '../../domain/trip-faults.ts'
import type { SentForm } from '../body.ts'
import { EnquiryBody, PlaceBody } from '../contracts/trip-input.ts'

/** Amenities that customers can request. */
export const requestedAmenities = ['toilet', 'seat_belts', 'air_con', 'wifi', 'luggage_hold', 'pa_microphone'] as const

const ways = ['one_way', 'return', 'multi_day'] as const

/** The typed form: each field as sent, or empty. */
export type TypedEnquiry = { readonly text: (field: string) => string; readonly wishes: readonly string[] }

/** A place of the form, and the beginning of its field names. */
export type EnquiryPlace = 'from' | 'stop' | 'to'

/** Kinds of a place that is not a home, as the form offers them. */
export const publicKinds = ['venue', 'school', 'station', 'airport', 'hotel', 'port', 'office', 'other'] as const

/** Faults by field, one sentence each. */
export type EnquiryFaults = ReadonlyMap<string, string>

/** The sent form. */
export function readTypedEnquiry(form: SentForm): TypedEnquiry {
  return { text: (field) => form[field]?.[0] ?? '', wishes: form.wishes ?? [] }
}

/** The empty form, with a key that prevents duplicates. */
export function createEmptyEnquiry(key: string): TypedEnquiry {
  return readTypedEnquiry({ way: ['return'], key: [key] })
}

/** The kind of a place of a form: the chosen one, otherwise a home if no organisation is named. */
export function findPlaceKind({ text }: TypedEnquiry, place: EnquiryPlace): 'residential' | (typeof publicKinds)[number] {
  const chosen = text(`${place}_kind`)
  const named = publicKinds.find((kind) => kind === chosen) ?? publicKinds.find((kind) => kind === text(`${place}_type`))
  const isHome = named !== chosen && chosen !== 'place' && (chosen === 'residential' || text('organisation').trim() === '')
  return isHome ? 'residential' : (named ?? 'venue')
}

const sentences: Readonly<Record<string, string>> = {
  day: 'Choose a departure date and time in the future.',
  back_day: 'Choose a return date and time, within a year after the departure.',
  from: 'Enter a pick-up of at most 160 characters.',
  from_postcode: 'Enter a postcode such as LS1 3AD, or leave it empty.',
  from_town: 'Enter a town of at most 160 characters, or leave it empty.',
  stop: 'Enter a stop of at most 160 characters.',
  stop_town: 'Enter a town of at most 160 characters, or leave it empty.',
  stop_postcode: 'Enter a postcode such as LS29 8AB, or leave it empty.',
  to: 'Enter a drop-off of at most 160 characters.',
  to_town: 'Enter a town of at most 160 characters, or leave it empty.',
  to_postcode: 'Enter a postcode such as YO1 7HH, or leave it empty.',
  people: 'Enter the number of passengers, from 1 to 500.',
  suitcases: 'Enter a number, or leave it empty.',
  wheelchairs: 'Enter a number of at most 100, or leave it empty.',
  notes: 'Enter at most 2,000 characters.',
  name: 'Enter your name, at most 160 characters.',
  organisation: 'Enter at most 160 characters.',
  email: 'Enter your email address, such as ann@example.org.',
  phone: refusalSentence('customer', 'validation_failed', 'phone'),
  operator_ref: 'Enter the operator’s reference, such as OP-7K3MQ.',
}

const returnTooEarly = refusalSentence('customer', 'validation_failed', 'returns_at, before the departure')

/** Fields of the form by API path; the first match counts. */
const fields: readonly (readonly [path: RegExp, field: string])[] = [
  [/^(trip_type|returns_at|legs\.1\.departs_at)/, 'back_day'],
  [/^(departs_at|quote_by|timezone|legs\.0\.departs_at)/, 'day'],
  [/^legs\.\d\.stops.*\.postcode/, 'stop_postcode'],
  [/^legs\.\d\.stops.*\.locality/, 'stop_town'],
  [/^legs(\.\d\.stops|$)/, 'stop'],
  [/^(legs\.0\.)?pickup\.postcode|^legs\.1\.dropoff\.postcode/, 'from_postcode'],
  [/^(legs\.0\.)?pickup\.locality|^legs\.1\.dropoff\.locality/, 'from_town'],
  [/^(legs\.0\.)?pickup|^legs\.1\.dropoff/, 'from'],
  [/^(legs\.\d\.)?(dropoff|pickup)\.postcode/, 'to_postcode'],
  [/^(legs\.\d\.)?(dropoff|pickup)\.locality/, 'to_town'],
  [/^(legs\.\d\.)?(dropoff|pickup)/, 'to'],
  [/^passenger/, 'people'],
  [/^luggage/, 'suitcases'],
  [/^accessibility/, 'wheelchairs'],
  [/^customer\.organisation/, 'organisation'],
  [/^customer\.email/, 'email'],
  [/^customer\.phone/, 'phone'],
  [/^customer/, 'name'],
  [/^operator_ref/, 'operator_ref'],
  [/^notes/, 'notes'],
]

/** The API's faults by the form's fields, in the form's words; without a field in the API's words. */
export function listEnquiryFaults(found: Readonly<Record<string, readonly string[]>>): EnquiryFaults {
  return new Map(
    Object.entries(found).map(([path, [said = '']]) => {
      const [, field = 'form'] = fields.find(([pattern]) => pattern.test(path)) ?? []
      return [field, sentences[field] ?? said]
    }),
  )
}

/** The faults of a form's times, which the API finds only in a body without other faults. */
function listTimeFaults({ departsAt, returnsAt, tripType }: TypedTimes, now: number): [field: string, sentence: string][] {
  if (departsAt === null) return []
  const nowhere = { label: '', kind: 'other' } as const
  const times = { departsAt, returnsAt, ...(returnsAt !== null && { tripType }) }
  return listTripFaults({ ...times, pickup: nowhere, dropoff: nowhere, passengerCount: 1 }, now).map(({ path, rule }) => {
    const field = path[0] === 'returnsAt' ? 'back_day' : 'day'
    return [field, rule === 'after' ? returnTooEarly : (sentences[field] ?? '')]
  })
}

type TypedTimes = {
  readonly departsAt: number | null
  readonly returnsAt: number | null
  readonly tripType: (typeof ways)[number]
}

type Checks = { readonly body: TypeCheck<typeof EnquiryBody>; readonly place: TypeCheck<typeof PlaceBody> }

let compiled: Checks | null = null

/**
 * The dotted paths of a body's faults, with the stop's place under `legs.0.stops.0.place`. The checks are compiled at their
 * first use, because most servers never need them.
 */
function listFaultyPaths(body: unknown, stop: unknown): string[] {
  compiled ??= { body: TypeCompiler.Compile(EnquiryBody), place: TypeCompiler.Compile(PlaceBody) }
  const paths = (errors: Iterable<{ readonly path: string }>) => [...errors].map(({ path }) => path.replaceAll('/', '.'))
  return [
    ...paths(compiled.body.Errors(body)).map((path) => path.slice(1)),
    ...(stop === null ? [] : paths(compiled.place.Errors(stop)).map((path) => `legs.0.stops.0.place${path}`)),
  ]
}

type ReadEnquiry = { readonly body: Static<typeof EnquiryBody> } | { readonly faults: EnquiryFaults }

/** The reference of the operator, the time zone of the form's times, and the current time (ms). */
type EnquiryTerms = { readonly operatorRef: string | null; readonly timezone: string; readonly now: number }

/** The form as a body of the API, its times in the time zone of the operator; otherwise all its faults. */
export function readEnquiry(typed: TypedEnquiry, { operatorRef, timezone, now }: EnquiryTerms): ReadEnquiry {
  const text = (field: string) => typed.text(field).trim()
  const way = ways.find((one) => one === text('way')) ?? 'return'
  const time = (day: string, clock: string) => {
    const wall = `${text(day)}T${text(clock)}`
    const instant = findInstantAt(wall, timezone)
    const local = instant === null ? '' : toLocalTime(instant, timezone)
    // A time in the skipped hour does not exist.
    return local.startsWith(wall) ? { local, instant } : { local: '', instant: null }
  }
  const departs = time('day', 'time')
  const returns = way === 'one_way' ? null : time('back_day', 'back_time')
  const pickup = readEnquiryPlace(typed, 'from')
  const dropoff = readEnquiryPlace(typed, 'to')
  const stop = text('stop') === '' ? null : readEnquiryPlace(typed, 'stop')
  const body = {
    ...(operatorRef !== null && { operator_ref: operatorRef }),
    customer: {
      name: text('name'),
      email: text('email'),
      ...fieldIfTyped('phone', text('phone')),
      ...fieldIfTyped('organisation', text('organisation')),
    },
    trip_type: way,
    pickup,
    dropoff,
    departs_at: departs.local,
    ...(returns !== null && { returns_at: returns.local }),
    timezone,
    passenger_count: parseNumberOrText(text('people')),
    ...(text('suitcases') !== '' && { luggage: { suitcases: parseNumberOrText(text('suitcases')) } }),
    ...(text('wheelchairs') !== '' && { accessibility: { wheelchair_spaces: parseNumberOrText(text('wheelchairs')) } }),
    amenities_required: requestedAmenities.filter((wish) => typed.wishes.includes(wish)),
    ...(text('school') !== '' && { purpose: 'school', dbs_required: 'enhanced' }),
    ...(text('stays') !== '' && way !== 'one_way' && { coach_stays_with_group: true }),
    ...fieldIfTyped('notes', typed.text('notes').trim()),
  }
  const shaped = listEnquiryFaults(Object.fromEntries(listFaultyPaths(body, stop).map((path) => [path, []])))
  const times = { departsAt: departs.instant, returnsAt: returns?.instant ?? null, tripType: way }
  const faults = new Map([...shaped, ...listTimeFaults(times, now)])
  if (faults.size > 0) return { faults }
  const legs = stop && [
    { pickup, dropoff, departs_at: departs.local, stops: [{ kind: 'pickup', place: stop }] },
    ...(returns === null ? [] : [{ pickup: dropoff, dropoff: pickup, departs_at: returns.local }]),
  ]
  return { body: { ...body, ...(legs !== null && { legs }) } as Static<typeof EnquiryBody> }
}

function readEnquiryPlace(typed: TypedEnquiry, place: EnquiryPlace) {
  const text = (field: string) => typed.text(field).trim()
  return {
    label: text(place),
    kind: findPlaceKind(typed, place),
    ...fieldIfTyped('locality', text(`${place}_town`)),
    ...fieldIfTyped('postcode', text(`${place}_postcode`)),
  }
}

function fieldIfTyped(name: string, text: string) {
  return text === '' ? {} : { [name]: text }
}

/** A typed number; other text is returned unchanged and fails the check. */
function parseNumberOrText(text: string): number | string {
  return /^\d{1,6}$/.test(text) ? Number(text) : text
}
