import type { Static } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { instantAt, toLocalTime } from '../../domain/instant.ts'
import type { SentForm } from '../body.ts'
import { EnquiryBody } from '../contracts/trip-input.ts'

/** Things that people may tick as wanted on board. */
export const boardWishes = ['toilet', 'seat_belts', 'air_con', 'wifi', 'luggage_hold', 'pa_microphone'] as const

const ways = ['one_way', 'return', 'multi_day'] as const

/** An enquiry as it was typed: each field as it was sent, or empty where it was not. */
export type TypedEnquiry = { readonly text: (field: string) => string; readonly wishes: readonly string[] }

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

const sentences: Readonly<Record<string, string>> = {
  day: 'Choose the day and the time you leave; both must be still to come.',
  back_day: 'Choose the day and the time you come back, later than you leave and within a year of it.',
  from: 'Write where you leave from, in 160 letters at most.',
  from_postcode: 'Write a postcode such as LS1 3AD, or leave it empty.',
  stop: 'Write the stop in 160 letters at most.',
  to: 'Write where you go, in 160 letters at most.',
  to_postcode: 'Write a postcode such as YO1 7HH, or leave it empty.',
  people: 'Write how many of you travel, from 1 to 500.',
  suitcases: 'Write a number, or leave it empty.',
  wheelchairs: 'Write a number, at most 100, or leave it empty.',
  notes: 'Write 2,000 letters at most.',
  name: 'Write your name, in 160 letters at most.',
  organisation: 'Write 160 letters at most.',
  email: 'Write your e-mail address, such as ann@example.org: the offers come to it.',
  phone: 'Write a phone number of 24 digits at most, or leave it empty.',
  operator_ref: 'Write the reference of the operator you ask, such as OP-7K3MQ. It stands on their site and in their mails.',
}

/** Fields of the form, by paths of the API; the first that fits counts. */
const places: readonly (readonly [path: RegExp, field: string])[] = [
  [/^(trip_type|returns_at|legs\.1)/, 'back_day'],
  [/^legs(\.0\.stops|$)/, 'stop'],
  [/^(departs_at|quote_by|timezone|legs\.0\.departs_at)/, 'day'],
  [/^(legs\.\d\.)?pickup\.postcode/, 'from_postcode'],
  [/^(legs\.\d\.)?pickup/, 'from'],
  [/^(legs\.\d\.)?dropoff\.postcode/, 'to_postcode'],
  [/^(legs\.\d\.)?dropoff/, 'to'],
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
export function faultsFrom(fields: Readonly<Record<string, readonly string[]>>): EnquiryFaults {
  return new Map(
    Object.entries(fields).map(([path, [said = '']]) => {
      const [, field = 'form'] = places.find(([pattern]) => pattern.test(path)) ?? []
      return [field, sentences[field] ?? said]
    }),
  )
}

let compiled: TypeCheck<typeof EnquiryBody> | null = null

/** The dotted paths of a body that are at fault. The check is compiled at its first use: most servers start without. */
function pathsAtFault(body: unknown): string[] {
  compiled ??= TypeCompiler.Compile(EnquiryBody)
  return [...compiled.Errors(body)].map(({ path }) => path.slice(1).replaceAll('/', '.'))
}

type ReadEnquiry = { readonly body: Static<typeof EnquiryBody> } | { readonly faults: EnquiryFaults }

/** The form as the API takes it, its times by the clocks of the place; else what has to be put right. */
export function readEnquiry(typed: TypedEnquiry, operatorRef: string | null, timezone: string): ReadEnquiry {
  const text = (field: string) => typed.text(field).trim()
  const way = ways.find((one) => one === text('way')) ?? 'return'
  const time = (day: string, clock: string) => {
    const wall = `${text(day)}T${text(clock)}`
    const instant = instantAt(wall, timezone)
    const local = instant === null ? '' : toLocalTime(instant, timezone)
    // No clock there shows a time that is skipped when clocks go forward.
    return local.startsWith(wall) ? local : ''
  }
  const departs = time('day', 'time')
  const returns = way === 'one_way' ? undefined : time('back_day', 'back_time')
  const pickup = placeOf(text('from'), text('from_postcode'))
  const dropoff = placeOf(text('to'), text('to_postcode'))
  const stop = text('stop')
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
    departs_at: departs,
    ...(returns !== undefined && { returns_at: returns }),
    ...(stop !== '' && {
      legs: [
        { pickup, dropoff, departs_at: departs, stops: [{ kind: 'pickup', place: placeOf(stop, '') }] },
        ...(returns === undefined ? [] : [{ pickup: dropoff, dropoff: pickup, departs_at: returns }]),
      ],
    }),
    timezone,
    passenger_count: numberFrom(text('people')),
    ...(text('suitcases') !== '' && { luggage: { suitcases: numberFrom(text('suitcases')) } }),
    ...(text('wheelchairs') !== '' && { accessibility: { wheelchair_spaces: numberFrom(text('wheelchairs')) } }),
    amenities_required: boardWishes.filter((wish) => typed.wishes.includes(wish)),
    ...(text('school') !== '' && { purpose: 'school', dbs_required: 'enhanced' }),
    ...(text('stays') !== '' && way !== 'one_way' && { coach_stays_with_group: true }),
    ...given('notes', typed.text('notes').trim()),
  }
  const found = pathsAtFault(body)
  // What is wrong with a time or an end of the way is wrong with the leg that holds it; else it is the stop.
  const others = found.filter((path) => path !== 'legs')
  const paths = others.length > 0 ? others : found
  if (paths.length === 0) return { body: body as Static<typeof EnquiryBody> }
  return { faults: faultsFrom(Object.fromEntries(paths.map((path) => [path, []]))) }
}

function placeOf(label: string, postcode: string) {
  return { label, kind: 'other', ...given('postcode', postcode) }
}

function given(name: string, text: string) {
  return text === '' ? {} : { [name]: text }
}

/** A number as people write it; what is none stays a text, and is found wrong. */
function numberFrom(text: string): number | string {
  return /^\d{1,6}$/.test(text) ? Number(text) : text
}
