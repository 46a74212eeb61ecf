import { hourMs, minuteMs } from './instant.ts'
import { type Place, type PlaceInput, placeFrom } from './place.ts'

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
  readonly stops?: readonly StopInput[] | null | undefined
}

/** Milliseconds that a leg is taken to last where neither its arrival nor its driving time is known. */
const guessMs = 2 * hourMs

/** The legs as sent, numbered from 1 in the order they were sent, with what was left out filled in. */
export function legsFrom(inputs: readonly LegInput[], passengerCount: number): Leg[] {
  return inputs.map((input, nth) => {
    const stops = (input.stops ?? []).map(stopFrom)
    return {
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
      stops,
    }
  })
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
 * One leg out; with a return one back the same way, each with half the distance and driving time; and where the coach stays a
 * standby between them, from the arrival (as far as it is known) to the return.
 */
export function defaultLegs(outline: Outline): Leg[] {
  const { pickup, dropoff, departsAt, returnsAt, passengerCount } = outline
  if (returnsAt === null) {
    return legsFrom(
      [{ pickup, dropoff, departsAt, distanceM: outline.distanceM, drivingSeconds: outline.drivingSeconds }],
      passengerCount,
    )
  }

  const halves = { distanceM: half(outline.distanceM), drivingSeconds: half(outline.drivingSeconds) }
  const out: LegInput = { pickup, dropoff, departsAt, ...halves }
  const back: LegInput = { pickup: dropoff, dropoff: pickup, departsAt: returnsAt, ...halves }
  if (!outline.coachStays) return legsFrom([out, back], passengerCount)

  const onTheWay = halves.drivingSeconds === null ? Math.min(guessMs, (returnsAt - departsAt) / 2) : halves.drivingSeconds * 1000
  const arrival = Math.min(departsAt + Math.floor(onTheWay / 1000) * 1000, returnsAt)
  const standby: LegInput = {
    kind: 'standby',
    pickup: dropoff,
    dropoff,
    departsAt: arrival,
    arriveBy: returnsAt,
    passengerCount: 0,
  }
  return legsFrom([out, standby, back], passengerCount)
}

/**
 * Instant (ms) at which the leg is over: its latest arrival. Without one it is the later of its last stop and its
 * departure plus driving time, or plus two hours where that is not known.
 */
export function legEndsAt(leg: Leg): number {
  if (leg.arriveBy !== null) return leg.arriveBy
  const driven = leg.departsAt + (leg.drivingSeconds === null ? guessMs : leg.drivingSeconds * 1000)
  return Math.max(driven, ...leg.stops.map((stop) => stop.departAt ?? stop.arriveAt ?? 0))
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

function half(whole: number | null): number | null {
  return whole === null ? null : Math.round(whole / 2)
}
