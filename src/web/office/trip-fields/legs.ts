import { addDays, toWallDay, toWallTime } from '../../plain/moment.ts'
import { formatWithOffset, listInstants, toWallAt } from '../../plain/zone.ts'
import type { Records } from '../api/records.ts'
import { buildChangedPlaceBody, buildPlaceBody, emptyPlace, type PlaceDraft, resolvePlace, toPlaceDraft } from './places.ts'

/** A leg in a request body. */
export type LegBody = Records['LegInput']
type StopBody = Records['StopInput']

/** Greatest number of stops of a leg in a form. */
export const mostStops = 8

/** Greatest number of legs of a trip in a form. */
export const mostLegs = 20

/** A stop in a draft. */
export type StopDraft = {
  readonly kind: StopBody['kind']
  readonly place: PlaceDraft
  /** `08:30`. Empty for a stop without a time. */
  readonly time: string
  /** The saved stop, with the members that the form does not show. */
  readonly kept?: Records['Stop']
}

/** A drive with passengers in a draft. Null places and stops of a return are those of the way out, reversed. */
export type LegDraft = {
  /** `2026-12-04`. Empty for the day of the leg before. */
  readonly day: string
  readonly departs: string
  readonly arrives: string
  /** Whether the departure is the second of two equal times, when the clocks go back. */
  readonly isSecond: boolean
  readonly pickup: PlaceDraft | null
  readonly dropoff: PlaceDraft | null
  readonly stops: readonly StopDraft[] | null
}

/** A leg with its own or reversed places. */
export type WholeLeg = LegDraft & {
  readonly pickup: PlaceDraft
  readonly dropoff: PlaceDraft
  readonly stops: readonly StopDraft[]
  /** Whether places and stops are those of the way out, reversed. */
  readonly isMirrored: boolean
}

export const emptyLeg: LegDraft = {
  ...{ day: '', departs: '', arrives: '', isSecond: false },
  ...{ pickup: null, dropoff: null, stops: null },
}

/** The form of a trip: one leg, a leg out and one back, or any legs. */
export type TripShape = 'one_way' | 'return' | 'multi_day'

/** One leg or more. */
export type WholeLegs = readonly [WholeLeg, ...WholeLeg[]]

/** The legs of a draft in the form of a trip. Places of a draft of an earlier release may lack members. */
export function listWholeLegs(shape: TripShape, legs: readonly Partial<LegDraft>[]): WholeLegs {
  const [first = emptyLeg, ...others] = legs.map((leg) => ({ ...emptyLeg, ...leg }))
  const out = fillLeg(first)
  if (shape === 'one_way') return [out]
  if (shape === 'multi_day') return [out, ...others.map((leg) => fillLeg(leg))]
  return [out, fillLeg(others[0] ?? emptyLeg, out)]
}

function fillLeg(leg: LegDraft, mirrored?: WholeLeg): WholeLeg {
  const { pickup, dropoff, stops } = leg
  return {
    ...leg,
    pickup: { ...emptyPlace, ...(pickup ?? mirrored?.dropoff) },
    dropoff: { ...emptyPlace, ...(dropoff ?? mirrored?.pickup) },
    stops: stops ?? mirrored?.stops.toReversed().map(reverseStop) ?? [],
    isMirrored: mirrored !== undefined && pickup === null && dropoff === null && stops === null,
  }
}

function reverseStop({ kind, place }: StopDraft): StopDraft {
  const back = kind === 'pickup' ? 'dropoff' : kind === 'dropoff' ? 'pickup' : kind
  return { kind: back, place, time: '' }
}

/** The instants (ms) of a leg; null for a missing or skipped time. */
export type LegInstants = {
  readonly day: string
  readonly departs: number | null
  readonly stops: readonly (number | null)[]
  readonly arrives: number | null
}

/**
 * The instants of all legs. A time is the first one at or after the time before it, so that a leg can run past midnight. A leg
 * without a day begins on the day of the leg before, or on the next one if that time has passed then.
 */
export function listLegTimes(legs: readonly WholeLeg[], zone: string): readonly LegInstants[] {
  let day = ''
  let before: number | null = null
  return legs.map((leg) => {
    const departs = leg.day === '' && before !== null ? findNextTime(leg.departs, before, zone) : findTimeOf(leg, day, zone)
    day = departs === null ? leg.day || day : toWallDay(toWallAt(departs, zone))
    let last = departs
    const next = (time: string) => {
      const found = last === null ? null : findNextTime(time, last, zone)
      last = found ?? last
      return found
    }
    const stops = leg.stops.map(({ time }) => next(time))
    const arrives = next(leg.arrives)
    before = last ?? before
    return { day, departs, stops, arrives }
  })
}

/** The departure of a leg on its own day, else on another one. */
function findTimeOf({ day, departs, isSecond }: LegDraft, other: string, zone: string): number | null {
  const instants = departs === '' ? [] : listInstants(`${day || other}T${departs}`, zone)
  return instants[isSecond ? 1 : 0] ?? instants[0] ?? null
}

/** The first instant of a time of day at or after another instant, on its day or the next. */
function findNextTime(time: string, after: number, zone: string): number | null {
  if (time === '') return null
  const day = toWallDay(toWallAt(after, zone))
  const instants = [day, addDays(day, 1)].flatMap((one) => listInstants(`${one}T${time}`, zone))
  return instants.find((instant) => instant >= after) ?? null
}

const minutesOfDay = 24 * 60

/** The later times of a leg after another departure: each moves by the same time on the clock. */
export function shiftLegTimes({ departs, arrives, stops }: WholeLeg, before: string): Partial<LegDraft> {
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const later = before === '' || departs === '' ? 0 : minutesOf(departs) - minutesOf(before)
  const moved = (time: string) => {
    const minutes = (minutesOf(time) + later + minutesOfDay) % minutesOfDay
    const pad = (part: number) => String(part).padStart(2, '0')
    return time === '' ? '' : `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
  }
  if (later === 0 || (arrives === '' && stops.every(({ time }) => time === ''))) return {}
  return {
    arrives: moved(arrives),
    ...(stops.length > 0 && { stops: stops.map((stop) => ({ ...stop, time: moved(stop.time) })) }),
  }
}

/** The number of instants of a leg's departure: 0 if the clocks skip it, 2 if they go back then. 1 for an incomplete one. */
export function countDepartures({ departs }: LegDraft, day: string, zone: string): number {
  return day === '' || departs === '' ? 1 : listInstants(`${day}T${departs}`, zone).length
}

/** The part of a trip's body that its legs decide. */
export type ItineraryBody = Pick<Records['OwnTripInput'], 'pickup' | 'dropoff' | 'departs_at' | 'returns_at' | 'legs'>

/**
 * The body of the legs of a trip. A trip without stops, arrivals and other places of its return needs no legs. Between legs the
 * vehicle waits with the group (`coachStays`) from an entered arrival to the next departure.
 */
export function buildItineraryBody(
  shape: TripShape,
  legs: readonly WholeLeg[],
  { zone, coachStays }: { readonly zone: string; readonly coachStays: boolean },
): ItineraryBody {
  const times = listLegTimes(legs, zone)
  const bodies = legs.map((leg, nth) => buildLegBody(leg, times[nth], zone))
  const [first] = bodies
  const last = bodies.at(-1)
  const isTour = shape === 'multi_day'
  const isRound = last !== undefined && last !== first && last.dropoff.label === first?.pickup.label
  const returnsAt = shape === 'return' || (isTour && isRound) ? last?.departs_at : undefined
  const isPlain =
    !isTour && legs.every((leg, nth) => leg.stops.length === 0 && leg.arrives === '' && (nth === 0 || leg.isMirrored))
  return {
    pickup: first?.pickup ?? buildPlaceBody(emptyPlace),
    dropoff: (isTour && !isRound ? last : first)?.dropoff ?? buildPlaceBody(emptyPlace),
    departs_at: first?.departs_at ?? '',
    ...(returnsAt !== undefined && { returns_at: returnsAt }),
    ...(!isPlain && { legs: coachStays ? withWaits(bodies) : bodies }),
  }
}

/** Whether a time of a form, which has no seconds, is a saved one. Two missing times are the same. */
export function isSameMinute(at: number | null | undefined, saved: string | null): boolean {
  if (at == null || saved === null) return at == null && saved === null
  return Math.floor(Date.parse(saved) / 60_000) * 60_000 === at
}

/** The body of a leg at its times. */
export function buildLegBody({ pickup, dropoff, stops }: WholeLeg, times: LegInstants | undefined, zone: string): LegBody {
  const format = (instant: number | null | undefined) => (instant == null ? null : formatWithOffset(instant, zone))
  return {
    kind: 'transfer',
    pickup: buildPlaceBody(pickup),
    dropoff: buildPlaceBody(dropoff),
    departs_at: format(times?.departs) ?? '',
    arrive_by: format(times?.arrives),
    stops: stops.map(({ kind, place, kept }, nth) => {
      const at = times?.stops[nth] ?? null
      if (kept === undefined) return { kind, place: buildPlaceBody(place), arrive_at: format(at) }
      const { arrive_at, depart_at, waiting_minutes, note } = kept
      const same = { kind, waiting_minutes, note, place: buildChangedPlaceBody(kept.place, place) }
      if (isSameMinute(at, arrive_at ?? depart_at)) return { ...same, arrive_at, depart_at }
      const stay = arrive_at === null || depart_at === null ? 0 : Date.parse(depart_at) - Date.parse(arrive_at)
      return {
        ...same,
        arrive_at: arrive_at === null && depart_at !== null ? null : format(at),
        depart_at: depart_at === null || at === null ? null : format(at + stay),
      }
    }),
  }
}

/** The legs, and the waits of the vehicle between an entered arrival and the next departure. */
function withWaits(bodies: readonly LegBody[]): LegBody[] {
  return bodies.flatMap((leg, nth) => {
    const { dropoff, arrive_by } = leg
    const next = bodies[nth + 1]
    if (next === undefined || arrive_by == null || next.departs_at === '') return [leg]
    const wait = { kind: 'standby' as const, pickup: dropoff, dropoff, departs_at: arrive_by, arrive_by: next.departs_at }
    return [leg, { ...wait, passenger_count: 0 }]
  })
}

/** The path in the form of a faulty path in the API, for a trip with these legs in its body. */
export function toLegPath(path: string, { legs }: { readonly legs?: readonly LegBody[] | null | undefined }): string {
  const [, nth, rest] = /^legs\.(\d+)\.(.+)$/.exec(path) ?? []
  if (nth !== undefined && rest !== undefined) {
    const drives = legs?.slice(0, Number(nth)).filter(({ kind }) => kind !== 'standby').length ?? 0
    return `legs.${drives}.${rest}`
  }
  if (path === 'returns_at') return 'legs.1.departs_at'
  return /^(?:pickup|dropoff|departs_at)(?:\.|$)/.test(path) ? `legs.0.${path}` : path
}

/**
 * The legs of a saved trip as drafts, a return with reversed places as a mirrored one. With a `zone` they keep their days, and
 * their stops.
 */
export function toLegDrafts(trip: SavedTrip, zone: string | null = null): readonly LegDraft[] {
  const drafts = listTransfers(trip).map((leg) => toLegDraft(leg, zone))
  const [out, back] = drafts
  if (findSavedShape(trip) !== 'return' || out === undefined || back === undefined) return drafts
  const isMirrored =
    [out, back].every(({ stops }) => stops?.length === 0) &&
    back.pickup?.label === out.dropoff?.label &&
    back.dropoff?.label === out.pickup?.label
  const isSameDay = back.day === out.day && back.departs >= out.departs
  return [out, { ...back, ...(isSameDay && { day: '' }), ...(isMirrored && { pickup: null, dropoff: null, stops: null }) }]
}

/** The part of a saved trip that makes its legs. */
export type SavedTrip = { readonly trip_type: string; readonly legs: readonly Records['Leg'][] }

/** The form of a saved trip. */
export function findSavedShape(trip: SavedTrip): TripShape {
  const count = listTransfers(trip).length
  if (count < 2) return 'one_way'
  return trip.trip_type === 'return' && count === 2 ? 'return' : 'multi_day'
}

/** The drives of a saved trip with passengers. */
export function listTransfers({ legs }: Pick<SavedTrip, 'legs'>) {
  return legs.filter(({ kind }) => kind !== 'standby')
}

function toLegDraft({ pickup, dropoff, departs_at, arrive_by, stops }: Records['Leg'], zone: string | null): LegDraft {
  const departs = toWallTime(departs_at)
  const day = zone === null ? '' : toWallDay(departs_at)
  return {
    ...{ day, departs, arrives: arrive_by === null ? '' : toWallTime(arrive_by) },
    isSecond: zone !== null && listInstants(`${day}T${departs}`, zone)[1] === Date.parse(departs_at),
    pickup: toPlaceDraft(pickup),
    dropoff: toPlaceDraft(dropoff),
    stops: stops.map((stop) => ({
      kind: stop.kind as StopBody['kind'],
      place: toPlaceDraft(stop.place),
      time: toWallTime(stop.arrive_at ?? stop.depart_at ?? ''),
      ...(zone !== null && { kept: stop }),
    })),
  }
}

/** Changes every place of a leg. */
export function mapLegPlaces(leg: Partial<LegDraft>, change: (place: PlaceDraft) => PlaceDraft): Partial<LegDraft> {
  const changed = (place: PlaceDraft | null | undefined) => (place == null ? null : change({ ...emptyPlace, ...place }))
  const { pickup, dropoff, stops } = leg
  return {
    ...leg,
    pickup: changed(pickup),
    dropoff: changed(dropoff),
    stops: stops?.map((stop) => ({ ...stop, place: change({ ...emptyPlace, ...stop.place }) })) ?? null,
  }
}

/** A leg that continues where another one ends, on the day after it. */
export function createNextLeg(before: WholeLeg | undefined, day: string): LegDraft {
  const pickup = before === undefined ? null : resolvePlace(before.dropoff)
  return { ...emptyLeg, day: day === '' ? '' : addDays(day, 1), pickup }
}
