import type { Static, TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { isStillChosen, parseChosenPlace } from '../../domain/chosen-place.ts'
import { dayMs, findInstantAt, hourMs, toLocalTime } from '../../domain/instant.ts'
import { listTripFaults } from '../../domain/trip-faults.ts'
import { EnquiryBody, LuggageBody, PlaceBody } from '../contracts/trip-input.ts'
import {
  describeFieldFault,
  describeTimeFault,
  type EnquiryFaults,
  findFaultyField,
  listEnquiryFaults,
  listRowFaults,
} from './enquiry-faults.ts'
import {
  findPlaceKind,
  findTypedWay,
  listTypedLegs,
  requestedAmenities,
  type TypedEnquiry,
  type TypedLeg,
} from './enquiry-fields.ts'

type ReadEnquiry = { readonly body: Static<typeof EnquiryBody> } | { readonly faults: EnquiryFaults }

/** The reference of the operator, the time zone of the form's times, and the current time (ms). */
type EnquiryTerms = { readonly operatorRef: string | null; readonly timezone: string; readonly now: number }

/** A typed time: on the operator's clocks, and as an instant (ms). Empty and null if invalid. */
type ReadTime = { readonly local: string; readonly instant: number | null }

type ReadLeg = ReadTime & { readonly leg: TypedLeg; readonly stopTimes: readonly (ReadTime | null)[] }

/** The form as a body of the API, its times in the time zone of the operator; otherwise all its faults. */
export function readEnquiry(typed: TypedEnquiry, terms: EnquiryTerms): ReadEnquiry {
  const legs = listTypedLegs(typed).map((leg) => readLegTimes(typed, leg, terms.timezone))
  const body = buildBody(typed, legs, terms)
  const faults = collectFaults(typed, legs, body, terms.now)
  if (faults.size > 0) return { faults }
  const isWhole = legs.every(({ leg }) => leg.stops.length === 0) && findTypedWay(typed) !== 'multi_day'
  const whole = isWhole ? body : { ...body, legs: legs.map((leg) => buildLegBody(typed, leg)) }
  return { body: whole as Static<typeof EnquiryBody> }
}

function readLegTimes(typed: TypedEnquiry, leg: TypedLeg, timezone: string): ReadLeg {
  const [date, clock] = [typed.text(leg.date).trim(), typed.text(leg.time).trim()]
  const departs = readTime(`${date}T${clock}`, timezone)
  const stopTimes = leg.stops.map(({ field }) => {
    const stop = typed.text(`${field}_time`).trim()
    if (stop === '') return null
    if (departs.instant === null) return readTime(`${date}T${stop}`, timezone)
    // A stop at 00:30 of a departure at 22:00 is on the next day.
    const same = findInstantAt(`${date}T${stop}`, timezone)
    const isNextDay = same !== null && same < departs.instant - 12 * hourMs
    return readTime(`${isNextDay ? toLocalTime(same + dayMs, timezone).slice(0, 10) : date}T${stop}`, timezone)
  })
  return { ...departs, leg, stopTimes }
}

function readTime(wall: string, timezone: string): ReadTime {
  const instant = findInstantAt(wall, timezone)
  const local = instant === null ? '' : toLocalTime(instant, timezone)
  // A time in the skipped hour does not exist.
  return local.startsWith(wall) ? { local, instant } : { local: '', instant: null }
}

function buildBody(typed: TypedEnquiry, legs: readonly ReadLeg[], { operatorRef, timezone }: EnquiryTerms) {
  const text = (field: string) => typed.text(field).trim()
  const way = findTypedWay(typed)
  const returns = legs.length > 1 ? legs.at(-1) : undefined
  const luggage = { ...numberIfTyped('suitcases', text('suitcases')), ...numberIfTyped('hand_luggage', text('hand_luggage')) }
  return {
    ...(operatorRef !== null && { operator_ref: operatorRef }),
    customer: {
      name: text('name'),
      email: text('email'),
      ...fieldIfTyped('phone', text('phone')),
      ...fieldIfTyped('organisation', text('organisation')),
    },
    trip_type: way,
    pickup: readEnquiryPlace(typed, 'from'),
    dropoff: readEnquiryPlace(typed, 'to'),
    departs_at: legs[0]?.local ?? '',
    ...(returns !== undefined && { returns_at: returns.local }),
    timezone,
    passenger_count: parseNumberOrText(text('people')),
    ...(Object.keys(luggage).length > 0 && { luggage }),
    ...(text('wheelchairs') !== '' && { accessibility: { wheelchair_spaces: parseNumberOrText(text('wheelchairs')) } }),
    amenities_required: requestedAmenities.filter((wish) => typed.wishes.includes(wish)),
    ...(text('school') !== '' && { purpose: 'school', dbs_required: 'enhanced' }),
    ...(text('stays') !== '' && way !== 'one_way' && { coach_stays_with_group: true }),
    ...fieldIfTyped('notes', text('notes')),
  }
}

/** A leg of the API. Passengers board at its stops; on a return they get off there. */
function buildLegBody(typed: TypedEnquiry, { leg, local, stopTimes }: ReadLeg) {
  return {
    pickup: readEnquiryPlace(typed, leg.from),
    dropoff: readEnquiryPlace(typed, leg.to),
    departs_at: local,
    stops: leg.stops.map(({ field }, nth) => ({
      kind: leg.date === 'back_day' ? 'dropoff' : 'pickup',
      place: readEnquiryPlace(typed, field),
      ...fieldIfTyped('arrive_at', stopTimes[nth]?.local ?? ''),
    })),
  }
}

type Checks = {
  readonly body: TypeCheck<typeof EnquiryBody>
  readonly luggage: TypeCheck<typeof LuggageBody>
  readonly place: TypeCheck<typeof PlaceBody>
}

let compiled: Checks | null = null

/** Compiles the checks at their first use, because most servers never need them. */
function compileChecks(): Checks {
  return {
    body: TypeCompiler.Compile(EnquiryBody),
    luggage: TypeCompiler.Compile(LuggageBody),
    place: TypeCompiler.Compile(PlaceBody),
  }
}

/** All faults of a form, in the order of its fields. */
function collectFaults(
  typed: TypedEnquiry,
  read: readonly ReadLeg[],
  { luggage, ...body }: ReturnType<typeof buildBody>,
  now: number,
): EnquiryFaults {
  compiled ??= compileChecks()
  const { place } = compiled
  const legs = read.map(({ leg }) => leg)
  const paths = [
    ...listFaultyPaths(compiled.body, body),
    // The body's own check names no field of a nullable part.
    ...listFaultyPaths(compiled.luggage, luggage ?? {}).map((path) => `luggage.${path}`),
    ...legs.flatMap((leg, nth) => [
      ...listFaultyPaths(place, readEnquiryPlace(typed, leg.from)).map((path) => `legs.${nth}.pickup.${path}`),
      ...listFaultyPaths(place, readEnquiryPlace(typed, leg.to)).map((path) => `legs.${nth}.dropoff.${path}`),
      ...leg.stops.flatMap(({ field }, stop) =>
        listFaultyPaths(place, readEnquiryPlace(typed, field)).map((path) => `legs.${nth}.stops.${stop}.place.${path}`),
      ),
    ]),
  ]
  const shaped = listEnquiryFaults(Object.fromEntries(paths.map((path) => [path, []])), legs)
  const faults = new Map([...shaped, ...listTimeFaults(typed, read, now), ...listRowFaults(legs)])
  const findPosition = (field: string) => (typed.names.includes(field) ? typed.names.indexOf(field) : typed.names.length)
  return new Map([...faults].sort(([one], [other]) => findPosition(one) - findPosition(other)))
}

function listFaultyPaths<Schema extends TSchema>(check: TypeCheck<Schema>, value: unknown): string[] {
  return [...check.Errors(value)].map(({ path }) => path.slice(1).replaceAll('/', '.'))
}

/** The faults of the times: invalid ones, and those that the API finds only in a body without other faults. */
function listTimeFaults(typed: TypedEnquiry, read: readonly ReadLeg[], now: number): [field: string, sentence: string][] {
  const legs = read.map(({ leg }) => leg)
  const invalid = read.flatMap(({ leg, instant, stopTimes }) => [
    ...(instant === null ? [leg.date] : []),
    // Without a departure nothing is known about the stops.
    ...leg.stops.flatMap(({ field }, nth) => (instant !== null && stopTimes[nth]?.instant === null ? [`${field}_time`] : [])),
  ])
  const departsAt = read[0]?.instant ?? null
  const found = departsAt === null ? [] : listTripFaults(outlineTrip(typed, departsAt, read), now)
  // The first fault of a field is the clearest; in a map the last one counts.
  return [
    ...invalid.map((field): [string, string] => [field, describeFieldFault(field, legs) ?? '']),
    ...found.toReversed().map(({ path, rule }): [string, string] => {
      const field = findFaultyField(path.join('.'), legs)
      return [field, describeTimeFault(field, rule, legs)]
    }),
  ]
}

/** The times of a trip, without its places. Legs with an invalid time have the time of the departure. */
function outlineTrip(typed: TypedEnquiry, departsAt: number, read: readonly ReadLeg[]) {
  const nowhere = { label: '', kind: 'other' } as const
  const ends = { pickup: nowhere, dropoff: nowhere }
  const returnsAt = read.length > 1 ? (read.at(-1)?.instant ?? null) : null
  const legs = read.map(({ instant, stopTimes }) => ({
    ...ends,
    departsAt: instant ?? departsAt,
    stops: stopTimes.map((time) => ({ kind: 'pickup', place: nowhere, arriveAt: time?.instant ?? null }) as const),
  }))
  const isKnown = read.every(({ instant }) => instant !== null)
  const tripType = findTypedWay(typed)
  return { ...ends, departsAt, returnsAt, passengerCount: 1, ...(returnsAt !== null && { tripType }), ...(isKnown && { legs }) }
}

/** A place of the form. It has coordinates if it was chosen from a search and not changed since. */
function readEnquiryPlace(typed: TypedEnquiry, place: string) {
  const text = (field: string) => typed.text(field).trim()
  const texts = { label: text(place), locality: text(`${place}_town`), postcode: text(`${place}_postcode`) }
  const chosen = parseChosenPlace(text(`${place}_found`))
  const { latitude, longitude, country } = chosen !== null && isStillChosen(chosen, texts) ? chosen : notChosen
  return {
    label: texts.label,
    kind: findPlaceKind(typed, place),
    ...fieldIfTyped('locality', texts.locality),
    ...fieldIfTyped('postcode', texts.postcode),
    ...(country !== null && { country_code: country }),
    ...(latitude !== null && { latitude, longitude }),
  }
}

const notChosen = { latitude: null, longitude: null, country: null }

function fieldIfTyped(name: string, text: string) {
  return text === '' ? {} : { [name]: text }
}

function numberIfTyped(name: string, text: string) {
  return text === '' ? {} : { [name]: parseNumberOrText(text) }
}

/** A typed number; other text is returned unchanged and fails the check. */
function parseNumberOrText(text: string): number | string {
  return /^\d{1,6}$/.test(text) ? Number(text) : text
}
