import { refusalSentence } from '../../domain/refusal-sentences.ts'
import { mostFormDays, mostFormStops, type TypedLeg } from './enquiry-fields.ts'

/** Faults by field, one sentence each. */
export type EnquiryFaults = ReadonlyMap<string, string>

const sentences: Readonly<Record<string, string>> = {
  day: 'Choose a departure date and time in the future.',
  back_day: 'Choose a return date and time, within a year after the departure.',
  from: 'Enter a pick-up of at most 160 characters.',
  from_postcode: 'Enter a postcode such as LS1 3AD, or leave it empty.',
  to: 'Enter a drop-off of at most 160 characters.',
  to_postcode: 'Enter a postcode such as YO1 7HH, or leave it empty.',
  people: 'Enter the number of passengers, from 1 to 500.',
  suitcases: 'Enter a number, or leave it empty.',
  hand_luggage: 'Enter a number, or leave it empty.',
  wheelchairs: 'Enter a number of at most 100, or leave it empty.',
  notes: 'Enter at most 2,000 characters.',
  name: 'Enter your name, at most 160 characters.',
  organisation: 'Enter at most 160 characters.',
  email: 'Enter your email address, such as ann@example.org.',
  phone: refusalSentence('customer', 'validation_failed', 'phone'),
  operator_ref: 'Enter the operator’s reference, such as OP-7K3MQ.',
}

/** Sentences of a field of a later day or of a stop, by the last part of its name. */
const partSentences: Readonly<Record<string, string>> = {
  day: 'choose a date and time after the previous departure.',
  from: 'enter a pick-up of at most 160 characters.',
  to: 'enter a drop-off of at most 160 characters.',
  stop: 'enter a place of at most 160 characters.',
  time: 'enter a time after the departure and after earlier stops, or leave it empty.',
  town: 'enter a town of at most 160 characters, or leave it empty.',
  postcode: 'enter a postcode such as LS29 8AB, or leave it empty.',
}

const returnTooEarly = refusalSentence('customer', 'validation_failed', 'returns_at, before the departure')

/** Fields by API path; the first match counts. */
const fields: readonly (readonly [path: RegExp, field: string])[] = [
  [/^(departs_?at|quote_by|timezone)/i, 'day'],
  [/^pickup/, 'from'],
  [/^dropoff/, 'to'],
  [/^passenger/, 'people'],
  [/^luggage\.hand/, 'hand_luggage'],
  [/^luggage/, 'suitcases'],
  [/^accessibility/, 'wheelchairs'],
  [/^customer\.organisation/, 'organisation'],
  [/^customer\.email/, 'email'],
  [/^customer\.phone/, 'phone'],
  [/^customer/, 'name'],
  [/^operator_ref/, 'operator_ref'],
  [/^notes/, 'notes'],
]

/** The ends of the names of a place's fields. */
const placeParts: readonly (readonly [path: RegExp, part: string])[] = [
  [/postcode/, '_postcode'],
  [/locality/, '_town'],
]

/** The API's faults by the form's fields, in the form's words; without a field in the API's words. */
export function listEnquiryFaults(found: Readonly<Record<string, readonly string[]>>, legs: readonly TypedLeg[]): EnquiryFaults {
  return new Map(
    Object.entries(found).map(([path, [said = '']]) => {
      const field = findFaultyField(path, legs)
      return [field, describeFieldFault(field, legs) ?? said]
    }),
  )
}

/** The field of an API path such as `legs.1.stops.0.place.postcode`; `form` without one. */
export function findFaultyField(path: string, legs: readonly TypedLeg[]): string {
  if (/^(trip_type|returns_?at)/i.test(path)) return legs.at(-1)?.date ?? 'form'
  const [, nth = '', ofLeg = ''] = /^legs\.(\d+)\.(.*)$/.exec(path) ?? []
  const leg = legs[Number(nth)]
  if (nth !== '' && leg !== undefined) return findFieldOfLeg(ofLeg, leg)
  const [, field = 'form'] = fields.find(([pattern]) => pattern.test(path)) ?? []
  return field + (field === 'from' || field === 'to' ? findPlacePart(path) : '')
}

function findFieldOfLeg(path: string, { date, from, to, stops }: TypedLeg): string {
  const [, nth, ofStop = ''] = /^stops\.(\d+)(.*)$/.exec(path) ?? []
  const stop = nth === undefined ? undefined : stops[Number(nth)]
  if (stop !== undefined) return stop.field + (/_?at$/i.test(ofStop) ? '_time' : findPlacePart(ofStop))
  if (path.startsWith('pickup')) return from + findPlacePart(path)
  return path.startsWith('dropoff') ? to + findPlacePart(path) : date
}

function findPlacePart(path: string): string {
  return placeParts.find(([pattern]) => pattern.test(path))?.[1] ?? ''
}

/** The sentence of a faulty field; null for an unknown field. */
export function describeFieldFault(field: string, legs: readonly TypedLeg[]): string | null {
  const known = sentences[field]
  if (known !== undefined) return known
  for (const leg of legs) {
    const stop = leg.stops.find((one) => field === one.field || field.startsWith(`${one.field}_`))
    const isOfLeg = [leg.date, leg.from, leg.to].some((one) => field === one || field.startsWith(`${one}_`))
    if (stop === undefined && !isOfLeg) continue
    const sentence = partSentences[(stop?.field === field ? 'stop' : field).replace(/^.*_/, '')]
    return sentence === undefined ? null : formatPlaced(leg, stop?.number ?? null, sentence)
  }
  return null
}

/** `Day 2, stop 1: enter a place …`, or without a day or a stop. */
function formatPlaced({ day, date }: TypedLeg, stop: number | null, sentence: string): string {
  const where = [day > 1 && `day ${day}`, date === 'back_day' && 'return', stop !== null && `stop ${stop}`]
    .filter(Boolean)
    .join(', ')
  const whole = where === '' ? sentence : `${where}: ${sentence}`
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}

/** The faults of rows above their greatest number. */
export function listRowFaults(legs: readonly TypedLeg[]): EnquiryFaults {
  const stops = legs.flatMap((leg) => {
    const more = leg.stops[mostFormStops]
    return more === undefined ? [] : [[more.field, formatPlaced(leg, null, `enter at most ${mostFormStops} stops.`)] as const]
  })
  const more = legs[mostFormDays]
  return new Map([...stops, ...(more === undefined ? [] : [[more.date, `Enter at most ${mostFormDays} days.`] as const])])
}

/** The sentence of a fault of a time: a return before the departure has its own. */
export function describeTimeFault(field: string, rule: string, legs: readonly TypedLeg[]): string {
  if (field === 'back_day' && rule === 'after') return returnTooEarly
  return describeFieldFault(field, legs) ?? ''
}
