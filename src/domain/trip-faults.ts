import { dayMs } from './instant.ts'
import type { TripInput } from './itinerary.ts'
import type { LegInput } from './leg.ts'
import { faultAt, type InputFault, type InputPath } from './refusal.ts'

const mostLegs = 50
const mostStops = 50
const yearMs = 366 * dayMs

/** The faults between the fields of a trip requested at `now` (ms); empty without faults. */
export function listTripFaults(input: TripInput, now: number): InputFault[] {
  const { departsAt, quoteBy, passengers, passengerCount, legs } = input
  const counted = (passengers?.adults ?? 0) + (passengers?.children ?? 0)
  const faults: (InputFault | false)[] = [
    departsAt <= now && faultAt(['departsAt'], 'afterNow'),
    departsAt > now + 100 * yearMs && faultAt(['departsAt'], 'withinCentury'),
    ...(quoteBy == null ? [] : quotingFaults(quoteBy, departsAt, now)),
    ...listReturnFaults(input),
    counted > passengerCount && faultAt(['passengers'], 'countsAtMost', { other: 'passengerCount' }),
    ...(legs ? legFaults(input, legs) : []),
  ]
  return listFoundFaults(faults)
}

function listFoundFaults(faults: readonly (InputFault | false)[]): InputFault[] {
  return faults.filter((fault) => fault !== false)
}

function quotingFaults(quoteBy: number, departsAt: number, now: number): InputFault[] {
  if (quoteBy <= now) return [faultAt(['quoteBy'], 'afterNow')]
  return quoteBy >= departsAt ? [faultAt(['quoteBy'], 'before', { other: 'departsAt' })] : []
}

function listReturnFaults({ tripType, departsAt, returnsAt, legs }: TripInput): InputFault[] {
  const path = ['returnsAt']
  if (returnsAt == null) {
    const isMissing = tripType === 'return' && !legs
    return isMissing ? [faultAt(path, 'requiredWhen', { other: 'tripType', value: 'return' })] : []
  }
  return listFoundFaults([
    tripType === 'one_way' && faultAt(path, 'absentWhen', { other: 'tripType', value: 'one_way' }),
    ...orderFaults(path, returnsAt, departsAt, { other: 'departsAt' }),
  ])
}

/** The faults of an end: it must come after its beginning, and within a year of it. */
function orderFaults(path: InputPath, endsAt: number, beginsAt: number, began: { other: string; isOwn?: boolean }): InputFault[] {
  if (endsAt <= beginsAt) return [faultAt(path, 'after', began)]
  return endsAt > beginsAt + yearMs ? [faultAt(path, 'withinYearOf', began)] : []
}

function legFaults(input: TripInput, legs: readonly LegInput[]): InputFault[] {
  if (legs.length > mostLegs) return [faultAt(['legs'], 'mostItems', { most: mostLegs })]
  if (!legs.some((leg) => leg.kind !== 'standby')) return [faultAt(['legs'], 'someTransfer')]

  let before = input.departsAt
  return legs.flatMap((leg, nth) => {
    const at = ['legs', nth]
    const isEarly = leg.departsAt < before
    before = Math.max(before, leg.departsAt)
    const departure = [...at, 'departsAt']
    return listFoundFaults([
      isEarly && (nth === 0 ? faultAt(departure, 'notBefore', { other: 'departsAt' }) : faultAt(departure, 'notBeforeLegBefore')),
      leg.departsAt > input.departsAt + yearMs && faultAt(departure, 'withinYearOf', { other: 'departsAt' }),
      ...(leg.arriveBy == null
        ? []
        : orderFaults([...at, 'arriveBy'], leg.arriveBy, leg.departsAt, { other: 'departsAt', isOwn: true })),
      (leg.passengerCount ?? 0) > input.passengerCount &&
        faultAt([...at, 'passengerCount'], 'atMost', { other: 'passengerCount' }),
      ...stopFaults([...at, 'stops'], leg),
    ])
  })
}

function stopFaults(at: InputPath, leg: LegInput): InputFault[] {
  const stops = leg.stops ?? []
  if (stops.length > mostStops) return [faultAt(at, 'mostItems', { most: mostStops })]

  let before = leg.departsAt
  return stops.flatMap((stop, nth) =>
    (['arriveAt', 'departAt'] as const).flatMap((key) => {
      const time = stop[key]
      if (time == null) return []
      const path = [...at, nth, key]
      const isEarly = time < before
      before = Math.max(before, time)
      return listFoundFaults([
        isEarly && faultAt(path, 'notBeforeStopBefore'),
        time > leg.departsAt + yearMs && faultAt(path, 'withinYearOfLeg'),
      ])
    }),
  )
}
