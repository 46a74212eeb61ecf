import { hourMs, minuteMs } from './instant.ts'
import { type Place, type PlaceInput, placeFrom } from './place.ts'
import {
  type Coordinates,
  coordinatesOf,
  type DistanceSource,
  type DriveFinder,
  driveKey,
  type LegDrive,
  weakestSource,
} from './road-distance.ts'

export const legKinds = ['transfer', 'standby'] as const
export const stopKinds = ['pickup', 'dropoff', 'comfort', 'visit'] as const

export type LegKind = (typeof legKinds)[number]
type StopKind = (typeof stopKinds)[number]

/** A call on the way. */
export type Stop = {
  readonly sequence: number
  readonly kind: StopKind
  readonly place: Place
  readonly arriveAt: number | null
  readonly departAt: number | null
  readonly waitingMinutes: number | null
  readonly note: string | null
}

/** One drive with the group, or the coach standing by between two. */
export type Leg = {
  readonly sequence: number
  readonly kind: LegKind
  readonly pickup: Place
  readonly dropoff: Place
  readonly departsAt: number
  readonly arriveBy: number | null
  readonly passengerCount: number
  readonly waitingMinutes: number
  readonly distanceM: number | null
  readonly drivingSeconds: number | null
  /** Origin of both; null where neither is known. Of a leg that was given one of them it is `given`. */
  readonly distanceSource: DistanceSource | null
  readonly stops: readonly Stop[]
}

export type StopInput = {
  readonly kind: StopKind
  readonly place: PlaceInput
  readonly arriveAt?: number | null | undefined
  readonly departAt?: number | null | undefined
  readonly waitingMinutes?: number | null | undefined
  readonly note?: string | null | undefined
}

export type LegInput = {
  readonly kind?: LegKind | null | undefined
  readonly pickup: PlaceInput
  readonly dropoff: PlaceInput
  readonly departsAt: number
  readonly arriveBy?: number | null | undefined
  readonly passengerCount?: number | null | undefined
  readonly waitingMinutes?: number | null | undefined
  readonly distanceM?: number | null | undefined
  readonly drivingSeconds?: number | null | undefined
  /** Origin of the figures, where they are those of another trip; `given` where it is left out. */
  readonly distanceSource?: DistanceSource | null | undefined
  readonly stops?: readonly StopInput[] | null | undefined
}

/** Milliseconds that a leg is taken to last where neither its arrival nor its driving time is known. */
const guessMs = 2 * hourMs

/**
 * The legs as sent, numbered from 1 in the order they were sent, with what was left out filled in. Distances and driving times that were
 * not given are those that `find` finds; without it they stay unknown.
 */
export function legsFrom(inputs: readonly LegInput[], passengerCount: number, find: DriveFinder | null = null): Leg[] {
  return inputs.map((input, nth) => {
    const stops = (input.stops ?? []).map(stopFrom)
    const isGiven = input.distanceM != null || input.drivingSeconds != null
    const leg: Leg = {
      sequence: nth + 1,
      kind: input.kind ?? 'transfer',
      pickup: placeFrom(input.pickup),
      dropoff: placeFrom(input.dropoff),
      departsAt: input.departsAt,
      arriveBy: input.arriveBy ?? null,
      passengerCount: input.passengerCount ?? passengerCount,
      waitingMinutes: input.waitingMinutes ?? standingMinutes(input) ?? sum(stops.map((stop) => stop.waitingMinutes ?? 0)),
      distanceM: input.distanceM ?? null,
      drivingSeconds: input.drivingSeconds ?? null,
      distanceSource: isGiven ? (input.distanceSource ?? 'given') : null,
      stops,
    }
    return find === null ? leg : withDrive(leg, find)
  })
}

/** The leg with whatever `find` finds of its distance and driving time, as far as they are not known. */
export function withDrive(leg: Leg, find: DriveFinder): Leg {
  if (leg.distanceM !== null && leg.drivingSeconds !== null) return leg
  const points = pointsOf(leg)
  const found = points && find({ points, sequence: leg.sequence, isHalfGiven: leg.distanceSource !== null })
  if (found === null) return leg
  return {
    ...leg,
    distanceM: leg.distanceM ?? found.distanceM,
    drivingSeconds: leg.drivingSeconds ?? found.drivingSeconds,
    distanceSource: leg.distanceSource ?? found.distanceSource,
  }
}

/** The points of a leg from its pickup over its stops to its dropoff; null where a place has no coordinates. */
function pointsOf({ pickup, stops, dropoff }: Pick<Leg, 'pickup' | 'stops' | 'dropoff'>): Coordinates[] | null {
  return coordinatesOf([pickup, ...stops.map(({ place }) => place), dropoff])
}

/** A text that is the same for legs that go the same way: by their points, or by their places where one has no coordinates. */
export function wayOf(leg: Pick<Leg, 'pickup' | 'stops' | 'dropoff'>): string {
  const points = pointsOf(leg)
  if (points !== null) return driveKey(points)
  return JSON.stringify([leg.pickup, ...leg.stops.map(({ place }) => place), leg.dropoff])
}

/** The drives that are known of some legs, for `driveFinderOf`. */
export function legDrivesOf(legs: readonly Leg[]): LegDrive[] {
  return legs.flatMap(({ sequence, distanceM, drivingSeconds, distanceSource }) => {
    if (distanceM === null || drivingSeconds === null) return []
    return [{ sequence, distanceM, drivingSeconds, distanceSource: distanceSource === 'routed' ? 'routed' : 'estimated' }]
  })
}

/** Distance and driving time of a trip as its legs with the group make them together: null where one of them is not known. */
export function driveOf(legs: readonly Leg[]): Pick<Leg, 'distanceM' | 'drivingSeconds' | 'distanceSource'> {
  const transfers = transfersOf(legs)
  const distanceM = total(transfers.map((leg) => leg.distanceM))
  const drivingSeconds = total(transfers.map((leg) => leg.drivingSeconds))
  const isKnown = distanceM !== null || drivingSeconds !== null
  return { distanceM, drivingSeconds, distanceSource: isKnown ? weakestSource(transfers.map((leg) => leg.distanceSource)) : null }
}

/** The part of an itinerary that tells how long its legs take. */
export type TimedTrip = { readonly legs: readonly Leg[] } & Pick<Leg, 'drivingSeconds' | 'distanceSource'>

/**
 * The legs of a trip as long as the trip takes: where it was given its own driving time and the legs were not, that time is shared among
 * them in proportion to what was found of them. It is for reckoning with times; what is told of a leg is its own.
 */
export function timedLegs({ legs, drivingSeconds, distanceSource }: TimedTrip): readonly Leg[] {
  if (distanceSource !== 'given' || drivingSeconds === null) return legs
  const transfers = transfersOf(legs)
  const found = transfers.filter((leg) => leg.distanceSource !== 'given')
  if (found.length === 0 || found.some((leg) => leg.drivingSeconds === null)) return legs
  const secondsOf = (some: readonly Leg[]) => sum(some.map((leg) => leg.drivingSeconds ?? 0))
  const rest = Math.max(0, drivingSeconds - (secondsOf(transfers) - secondsOf(found)))
  const whole = secondsOf(found)
  const partOf = (leg: Leg) => Math.round(whole === 0 ? rest / found.length : (rest * (leg.drivingSeconds ?? 0)) / whole)
  return legs.map((leg) => (found.includes(leg) ? { ...leg, drivingSeconds: partOf(leg) } : leg))
}

/** The facts that the legs of a trip are made from where it has none of its own. */
export type Outline = {
  readonly pickup: PlaceInput
  readonly dropoff: PlaceInput
  readonly departsAt: number
  readonly returnsAt: number | null
  readonly passengerCount: number
  readonly coachStays: boolean
  readonly distanceM: number | null
  readonly drivingSeconds: number | null
}

/**
 * One leg out; with a return one back the same way; and where the coach stays a standby between them, from the arrival (as far as it is
 * known) to the return. Where an end has no coordinates each leg has its part of the trip's own distance and driving time.
 */
export function defaultLegs(outline: Outline, find: DriveFinder): Leg[] {
  const { pickup, dropoff, departsAt, returnsAt, passengerCount } = outline
  const isFound = coordinatesOf([placeFrom(pickup), placeFrom(dropoff)]) !== null
  const partOf = (whole: number | null) => (isFound || whole === null ? null : Math.round(whole / (returnsAt === null ? 1 : 2)))
  const parts = { distanceM: partOf(outline.distanceM), drivingSeconds: partOf(outline.drivingSeconds) }
  const out: LegInput = { pickup, dropoff, departsAt, ...parts }
  if (returnsAt === null) return legsFrom([out], passengerCount, find)

  const back: LegInput = { pickup: dropoff, dropoff: pickup, departsAt: returnsAt, ...parts }
  if (!outline.coachStays) return legsFrom([out, back], passengerCount, find)

  const half = outline.drivingSeconds === null ? null : Math.round(outline.drivingSeconds / 2)
  const driving = half ?? legsFrom([out], passengerCount, find)[0]?.drivingSeconds ?? null
  const onTheWay = driving === null ? Math.min(guessMs, (returnsAt - departsAt) / 2) : driving * 1000
  const arrival = Math.min(departsAt + Math.floor(onTheWay / 1000) * 1000, returnsAt)
  const standby: LegInput = {
    kind: 'standby',
    pickup: dropoff,
    dropoff,
    departsAt: arrival,
    arriveBy: returnsAt,
    passengerCount: 0,
  }
  return legsFrom([out, standby, back], passengerCount, find)
}

/**
 * Instant (ms) at which the leg is over: its latest arrival. Without one it is the later of its last stop and its
 * departure plus driving time, or plus two hours where that is not known, and where a coach stands by of which nothing was given.
 */
export function legEndsAt(leg: Leg): number {
  if (leg.arriveBy !== null) return leg.arriveBy
  const isDriven = leg.kind === 'transfer' || leg.distanceSource === 'given'
  const driven = leg.departsAt + (isDriven && leg.drivingSeconds !== null ? leg.drivingSeconds * 1000 : guessMs)
  return Math.max(driven, ...leg.stops.map((stop) => stop.departAt ?? stop.arriveAt ?? 0))
}

/** People see a calculated end rounded up to a multiple of this (ms). */
const shownStepMs = 5 * minuteMs

/**
 * The end (ms) of a trip, or of a duty on it, for people and calendars. An end calculated from a driving time is rounded up to five
 * minutes; an entered arrival time does not change.
 */
export function roundedEnd(
  endsAt: number,
  { legs, returnsAt }: { readonly legs: readonly Leg[]; readonly returnsAt: number | null },
) {
  const isEntered = endsAt === returnsAt || legs.some((leg) => enteredEnds(leg).includes(endsAt))
  return isEntered ? endsAt : Math.ceil(endsAt / shownStepMs) * shownStepMs
}

/** The end (ms) of a leg for people and calendars, as `roundedEnd`. */
export function roundedLegEnd(leg: Leg): number {
  return roundedEnd(legEndsAt(leg), { legs: [leg], returnsAt: null })
}

function enteredEnds({ arriveBy, stops }: Leg): (number | null)[] {
  return [arriveBy, ...stops.map(({ departAt, arriveAt }) => departAt ?? arriveAt)]
}

/** The legs on which the group is driven. */
export function transfersOf(legs: readonly Leg[]): Leg[] {
  return legs.filter((leg) => leg.kind === 'transfer')
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function stopFrom(input: StopInput, nth: number): Stop {
  return {
    sequence: nth + 1,
    kind: input.kind,
    place: placeFrom(input.place),
    arriveAt: input.arriveAt ?? null,
    departAt: input.departAt ?? null,
    waitingMinutes: input.waitingMinutes ?? null,
    note: input.note ?? null,
  }
}

function standingMinutes(input: LegInput): number | null {
  if (input.kind !== 'standby' || input.arriveBy == null) return null
  return Math.max(0, Math.floor((input.arriveBy - input.departsAt) / minuteMs))
}

/** The sum, or null where one is not known. */
function total(lengths: readonly (number | null)[]): number | null {
  return lengths.every((length) => length !== null) ? sum(lengths) : null
}
