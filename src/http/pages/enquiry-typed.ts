import type { Static } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { instantAt, toLocalTime } from '../../domain/instant.ts'
import { tripFaults } from '../../domain/trip-faults.ts'
import type { SentForm } from '../body.ts'
import { EnquiryBody, PlaceBody } from '../contracts/trip-input.ts'

/** Things that people may tick as wanted on board. */
export const boardWishes = ['toilet', 'seat_belts', 'air_con', 'wifi', 'luggage_hold', 'pa_microphone'] as const

const ways = ['one_way', 'return', 'multi_day'] as const

/** An enquiry as it was typed: each field as it was sent, or empty where it was not. */
export type TypedEnquiry = { readonly text: (field: string) => string; readonly wishes: readonly string[] }

/** A place of a form. The names of its fields begin so. */
export type EnquiryPlace = 'from' | 'stop' | 'to'

/** Kinds of a place that is not a home, as the form offers them. */
export const publicKinds = ['venue', 'school', 'station', 'airport', 'hotel', 'port', 'office', 'other'] as const

/** Faults that have to be put right, by field, in one sentence each. */
export type EnquiryFaults = ReadonlyMap<string, string>

/** A form as it was typed. */
export function typedFrom(form: SentForm): TypedEnquiry {
  return { text: (field) => form[field]?.[0] ?? '', wishes: form.wishes ?? [] }
}

/** The form before anything was typed; the key makes sending it twice one enquiry. */
export function emptyEnquiry(key: string): TypedEnquiry {
  return typedFrom({ way: ['return'], key: [key] })
}

/** The kind of a place of a form: the chosen one, else a home if no organisation is named. */
export function placeKindOf({ text }: TypedEnquiry, place: EnquiryPlace): 'residential' | (typeof publicKinds)[number] {
  const chosen = text(`${place}_kind`)
  const named = publicKinds.find((kind) => kind === chosen) ?? publicKinds.find((kind) => kind === text(`${place}_type`))
  const isHome = named !== chosen && chosen !== 'place' && (chosen === 'residential' || text('organisation').trim() === '')
  return isHome ? 'residential' : (named ?? 'venue')
}

const sentences: Readonly<Record<string, string>> = {
  day: 'Choose the day and the time you leave; both must be still to come.',
  back_day: 'Choose the day and the time you come back, later than you leave and within a year of it.',
  from: 'Write where you leave from, in 160 letters at most.',
  from_postcode: 'Write a postcode such as LS1 3AD, or leave it empty.',
  from_town: 'Enter a town of at most 160 characters, or leave it empty.',
  stop: 'Write the stop in 160 letters at most.',
  stop_town: 'Enter a town of at most 160 characters, or leave it empty.',
  stop_postcode: 'Enter a postcode such as LS29 8AB, or leave it empty.',
  to: 'Write where you go, in 160 letters at most.',
  to_town: 'Enter a town of at most 160 characters, or leave it empty.',
  to_postcode: 'Write a postcode such as YO1 7HH, or leave it empty.',
  people: 'Write how many of you travel, from 1 to 500.',
  suitcases: 'Write a number, or leave it empty.',
  wheelchairs: 'Write a number, at most 100, or leave it empty.',
  notes: 'Write 2,000 letters at most.',
  name: 'Write your name, in 160 letters at most.',
  organisation: 'Write 160 letters at most.',
  email: 'Write your e-mail address, such as ann@example.org: the offers come to it.',
  phone: 'Enter a phone number the operator can call.',
  operator_ref: 'Write the reference of the operator you ask, such as OP-7K3MQ. It stands on their site and in their mails.',
}

const returnTooEarly = 'The return is before the departure.'

/** Fields of the form, by paths of the API; the first that fits counts. */
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

/** The faults that the API found, at the form's fields and in their words; one without a field in the API's words. */
export function faultsFrom(found: Readonly<Record<string, readonly string[]>>): EnquiryFaults {
  return new Map(
    Object.entries(found).map(([path, [said = '']]) => {
      const [, field = 'form'] = fields.find(([pattern]) => pattern.test(path)) ?? []
      return [field, sentences[field] ?? said]
    }),
  )
}

/** The faults of a form's times, which the API finds only in a body without other faults. */
function faultsBetween({ departsAt, returnsAt, tripType }: TypedTimes, now: number): [field: string, sentence: string][] {
  if (departsAt === null) return []
  const nowhere = { label: '', kind: 'other' } as const
  const times = { departsAt, returnsAt, ...(returnsAt !== null && { tripType }) }
  return tripFaults({ ...times, pickup: nowhere, dropoff: nowhere, passengerCount: 1 }, now).map(({ path, rule }) => {
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
 * The dotted paths of a body that are at fault, and of the stop's place under `legs.0.stops.0.place`. The checks are compiled at their first
 * use, because most servers never need them.
 */
function pathsAtFault(body: unknown, stop: unknown): string[] {
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

/** The form as a body of the API, its times in the time zone of the operator; else all its faults. */
export function readEnquiry(typed: TypedEnquiry, { operatorRef, timezone, now }: EnquiryTerms): ReadEnquiry {
  const text = (field: string) => typed.text(field).trim()
  const way = ways.find((one) => one === text('way')) ?? 'return'
  const time = (day: string, clock: string) => {
    const wall = `${text(day)}T${text(clock)}`
    const instant = instantAt(wall, timezone)
    const local = instant === null ? '' : toLocalTime(instant, timezone)
    // No clock there shows a time that is skipped when clocks go forward.
    return local.startsWith(wall) ? { local, instant } : { local: '', instant: null }
  }
  const departs = time('day', 'time')
  const returns = way === 'one_way' ? null : time('back_day', 'back_time')
  const pickup = placeOf(typed, 'from')
  const dropoff = placeOf(typed, 'to')
  const stop = text('stop') === '' ? null : placeOf(typed, 'stop')
  const body = {
    ...(operatorRef !== null && { operator_ref: operatorRef }),
    customer: {
      name: text('name'),
      email: text('email'),
      ...given('phone', text('phone')),
      ...given('organisation', text('organisation')),
    },
    trip_type: way,
    pickup,
    dropoff,
    departs_at: departs.local,
    ...(returns !== null && { returns_at: returns.local }),
    timezone,
    passenger_count: numberFrom(text('people')),
    ...(text('suitcases') !== '' && { luggage: { suitcases: numberFrom(text('suitcases')) } }),
    ...(text('wheelchairs') !== '' && { accessibility: { wheelchair_spaces: numberFrom(text('wheelchairs')) } }),
    amenities_required: boardWishes.filter((wish) => typed.wishes.includes(wish)),
    ...(text('school') !== '' && { purpose: 'school', dbs_required: 'enhanced' }),
    ...(text('stays') !== '' && way !== 'one_way' && { coach_stays_with_group: true }),
    ...given('notes', typed.text('notes').trim()),
  }
  const shaped = faultsFrom(Object.fromEntries(pathsAtFault(body, stop).map((path) => [path, []])))
  const times = { departsAt: departs.instant, returnsAt: returns?.instant ?? null, tripType: way }
  const faults = new Map([...shaped, ...faultsBetween(times, now)])
  if (faults.size > 0) return { faults }
  const legs = stop && [
    { pickup, dropoff, departs_at: departs.local, stops: [{ kind: 'pickup', place: stop }] },
    ...(returns === null ? [] : [{ pickup: dropoff, dropoff: pickup, departs_at: returns.local }]),
  ]
  return { body: { ...body, ...(legs !== null && { legs }) } as Static<typeof EnquiryBody> }
}

function placeOf(typed: TypedEnquiry, place: EnquiryPlace) {
  const text = (field: string) => typed.text(field).trim()
  return {
    label: text(place),
    kind: placeKindOf(typed, place),
    ...given('locality', text(`${place}_town`)),
    ...given('postcode', text(`${place}_postcode`)),
  }
}

function given(name: string, text: string) {
  return text === '' ? {} : { [name]: text }
}

/** A number as people write it; what is none stays a text, and is found wrong. */
function numberFrom(text: string): number | string {
  return /^\d{1,6}$/.test(text) ? Number(text) : text
}
