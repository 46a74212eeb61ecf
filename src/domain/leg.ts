import { hourMs, minuteMs } from './instant.ts'
import { completePlace, type Place, type PlaceInput } from './place.ts'
import {
  type Coordinates,
  computeDriveKey,
  type DistanceSource,
  type DriveFinder,
  findWeakestSource,
  type LegDrive,
  listCoordinates,
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

/** One drive with passengers, or a standby between two. */
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
  /** Origin of both; null if unknown. It is `given` if the caller sent at least one of them. */
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
  /** Origin of figures that come from another trip; `given` by default. */
  readonly distanceSource?: DistanceSource | null | undefined
  readonly stops?: readonly StopInput[] | null | undefined
}

/** Assumed duration (ms) of a leg without an arrival and a driving time. */
const guessMs = 2 * hourMs

/**
 * The sent legs, numbered from 1 in their order, with omitted members filled in. `find` finds missing distances and driving
 * times; without it they stay unknown.
 */
export function buildLegs(inputs: readonly LegInput[], passengerCount: number, find: DriveFinder | null = null): Leg[] {
  return inputs.map((input, nth) => {
    const stops = (input.stops ?? []).map(stopFrom)
    const isGiven = input.distanceM != null || input.drivingSeconds != null
    const leg: Leg = {
      sequence: nth + 1,
      kind: input.kind ?? 'transfer',
      pickup: completePlace(input.pickup),
      dropoff: completePlace(input.dropoff),
      departsAt: input.departsAt,
      arriveBy: input.arriveBy ?? null,
      passengerCount: input.passengerCount ?? passengerCount,
      waitingMinutes:
        input.waitingMinutes ?? computeStandbyMinutes(input) ?? sumNumbers(stops.map((stop) => stop.waitingMinutes ?? 0)),
      distanceM: input.distanceM ?? null,
      drivingSeconds: input.drivingSeconds ?? null,
      distanceSource: isGiven ? (input.distanceSource ?? 'given') : null,
      stops,
    }
    return find === null ? leg : addDriveToLeg(leg, find)
  })
}

/** Completes the leg with the distance and driving time that `find` finds. */
export function addDriveToLeg(leg: Leg, find: DriveFinder): Leg {
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

/** The points of a leg from its pick-up over its stops to its drop-off; null if a place has no coordinates. */
function pointsOf({ pickup, stops, dropoff }: Pick<Leg, 'pickup' | 'stops' | 'dropoff'>): Coordinates[] | null {
  return listCoordinates([pickup, ...stops.map(({ place }) => place), dropoff])
}

/** Text that is equal for legs on the same way: their points, or their places if a place has no coordinates. */
export function computeWayKey(leg: Pick<Leg, 'pickup' | 'stops' | 'dropoff'>): string {
  const points = pointsOf(leg)
  if (points !== null) return computeDriveKey(points)
  return JSON.stringify([leg.pickup, ...leg.stops.map(({ place }) => place), leg.dropoff])
}

/** The known drives of some legs, for `createKnownDriveFinder`. */
export function listLegDrives(legs: readonly Leg[]): LegDrive[] {
  return legs.flatMap(({ sequence, distanceM, drivingSeconds, distanceSource }) => {
    if (distanceM === null || drivingSeconds === null) return []
    return [{ sequence, distanceM, drivingSeconds, distanceSource: distanceSource === 'routed' ? 'routed' : 'estimated' }]
  })
}

/** Distance and driving time of a trip as the sum of its legs with passengers; null if one of them is unknown. */
export function sumDrive(legs: readonly Leg[]): Pick<Leg, 'distanceM' | 'drivingSeconds' | 'distanceSource'> {
  const transfers = listTransferLegs(legs)
  const distanceM = sumIfKnown(transfers.map((leg) => leg.distanceM))
  const drivingSeconds = sumIfKnown(transfers.map((leg) => leg.drivingSeconds))
  const isKnown = distanceM !== null || drivingSeconds !== null
  return {
    distanceM,
    drivingSeconds,
    distanceSource: isKnown ? findWeakestSource(transfers.map((leg) => leg.distanceSource)) : null,
  }
}

/** The part of an itinerary that decides the duration of its legs. */
export type TimedTrip = { readonly legs: readonly Leg[] } & Pick<Leg, 'drivingSeconds' | 'distanceSource'>

/**
 * The legs of a trip for calculations with times. If only the trip has a given driving time, the legs share it in proportion to
 * their found times. Displays use a leg's own time.
 */
export function adjustLegTimes({ legs, drivingSeconds, distanceSource }: TimedTrip): readonly Leg[] {
  if (distanceSource !== 'given' || drivingSeconds === null) return legs
  const transfers = listTransferLegs(legs)
  const found = transfers.filter((leg) => leg.distanceSource !== 'given')
  if (found.length === 0 || found.some((leg) => leg.drivingSeconds === null)) return legs
  const secondsOf = (some: readonly Leg[]) => sumNumbers(some.map((leg) => leg.drivingSeconds ?? 0))
  const rest = Math.max(0, drivingSeconds - (secondsOf(transfers) - secondsOf(found)))
  const whole = secondsOf(found)
  const partOf = (leg: Leg) => Math.round(whole === 0 ? rest / found.length : (rest * (leg.drivingSeconds ?? 0)) / whole)
  return legs.map((leg) => (found.includes(leg) ? { ...leg, drivingSeconds: partOf(leg) } : leg))
}

/** The facts that determine the legs of a trip without given legs. */
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
 * The default legs: one out, with a return one back, and a standby between them if the vehicle stays. The standby lasts from
 * the arrival (if known) to the return. If an end has no coordinates, each leg has its part of the trip's own distance and
 * driving time.
 */
export function buildDefaultLegs(outline: Outline, find: DriveFinder): Leg[] {
  const { pickup, dropoff, departsAt, returnsAt, passengerCount } = outline
  const isFound = listCoordinates([completePlace(pickup), completePlace(dropoff)]) !== null
  const partOf = (whole: number | null) => (isFound || whole === null ? null : Math.round(whole / (returnsAt === null ? 1 : 2)))
  const parts = { distanceM: partOf(outline.distanceM), drivingSeconds: partOf(outline.drivingSeconds) }
  const out: LegInput = { pickup, dropoff, departsAt, ...parts }
  if (returnsAt === null) return buildLegs([out], passengerCount, find)

  const back: LegInput = { pickup: dropoff, dropoff: pickup, departsAt: returnsAt, ...parts }
  if (!outline.coachStays) return buildLegs([out, back], passengerCount, find)

  const half = outline.drivingSeconds === null ? null : Math.round(outline.drivingSeconds / 2)
  const driving = half ?? buildLegs([out], passengerCount, find)[0]?.drivingSeconds ?? null
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
  return buildLegs([out, standby, back], passengerCount, find)
}

/**
 * Instant (ms) at which the leg ends: its latest arrival. Without one it is the later of its last stop and its departure plus
 * driving time. An unknown driving time, and a standby without times, count as two hours.
 */
export function findLegEnd(leg: Leg): number {
  if (leg.arriveBy !== null) return leg.arriveBy
  const isDriven = leg.kind === 'transfer' || leg.distanceSource === 'given'
  const driven = leg.departsAt + (isDriven && leg.drivingSeconds !== null ? leg.drivingSeconds * 1000 : guessMs)
  return Math.max(driven, ...leg.stops.map((stop) => stop.departAt ?? stop.arriveAt ?? 0))
}

/** Step (ms) to which a calculated end is rounded up for people. */
const shownStepMs = 5 * minuteMs

/**
 * The end (ms) of a trip or a duty, for people and calendars. A calculated end is rounded up to five minutes; an entered
 * arrival time does not change.
 */
export function roundTripEnd(
  endsAt: number,
  { legs, returnsAt }: { readonly legs: readonly Leg[]; readonly returnsAt: number | null },
) {
  const isEntered = endsAt === returnsAt || legs.some((leg) => enteredEnds(leg).includes(endsAt))
  return isEntered ? endsAt : Math.ceil(endsAt / shownStepMs) * shownStepMs
}

/** The end (ms) of a leg for people and calendars, rounded like `roundTripEnd`. */
export function roundLegEnd(leg: Leg): number {
  return roundTripEnd(findLegEnd(leg), { legs: [leg], returnsAt: null })
}

function enteredEnds({ arriveBy, stops }: Leg): (number | null)[] {
  return [arriveBy, ...stops.map(({ departAt, arriveAt }) => departAt ?? arriveAt)]
}

export function listTransferLegs(legs: readonly Leg[]): Leg[] {
  return legs.filter((leg) => leg.kind === 'transfer')
}

export function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function stopFrom(input: StopInput, nth: number): Stop {
  return {
    sequence: nth + 1,
    kind: input.kind,
    place: completePlace(input.place),
    arriveAt: input.arriveAt ?? null,
    departAt: input.departAt ?? null,
    waitingMinutes: input.waitingMinutes ?? null,
    note: input.note ?? null,
  }
}

function computeStandbyMinutes(input: LegInput): number | null {
  if (input.kind !== 'standby' || input.arriveBy == null) return null
  return Math.max(0, Math.floor((input.arriveBy - input.departsAt) / minuteMs))
}

/** The sum, or null if one is unknown. */
function sumIfKnown(lengths: readonly (number | null)[]): number | null {
  return lengths.every((length) => length !== null) ? sumNumbers(lengths) : null
}
