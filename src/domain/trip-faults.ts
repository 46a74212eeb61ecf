import { dayMs } from './instant.ts'
import type { TripInput } from './itinerary.ts'
import type { LegInput } from './leg.ts'
import type { FieldFaults } from './refusal.ts'

const mostLegs = 50
const mostStops = 50
const yearMs = 366 * dayMs

/** What is wrong between the fields of a trip that is asked for at `now`: the dotted path of each → its sentences; empty when all is well. */
export function tripFaults(input: TripInput, now: number): FieldFaults {
  const faults: Record<string, string[]> = {}
  const fault = (field: string, sentence: string) => {
    faults[field] = [...(faults[field] ?? []), sentence]
  }

  if (input.departsAt <= now) fault('departs_at', 'The departs_at field must be a date after now.')
  else if (input.departsAt > now + 100 * yearMs) fault('departs_at', 'The departs_at field must be within a hundred years.')
  if (input.quoteBy != null) {
    if (input.quoteBy <= now) fault('quote_by', 'The quote_by field must be a date after now.')
    else if (input.quoteBy >= input.departsAt) fault('quote_by', 'The quote_by field must be a date before departs_at.')
  }

  returnFaults(input, fault)
  const counted = (input.passengers?.adults ?? 0) + (input.passengers?.children ?? 0)
  if (counted > input.passengerCount) fault('passengers', 'The passengers field must not count more people than passenger_count.')
  if (input.legs) legFaults(input, input.legs, fault)
  return faults
}

type Fault = (field: string, sentence: string) => void

function returnFaults(input: TripInput, fault: Fault): void {
  if (input.returnsAt == null) {
    if (input.tripType === 'return' && !input.legs)
      fault('returns_at', 'The returns_at field is required when trip_type is return.')
    return
  }
  if (input.tripType === 'one_way') fault('returns_at', 'The returns_at field must be left out when trip_type is one_way.')
  if (input.returnsAt <= input.departsAt) fault('returns_at', 'The returns_at field must be a date after departs_at.')
  else if (input.returnsAt > input.departsAt + yearMs)
    fault('returns_at', 'The returns_at field must be within a year of departs_at.')
}

function legFaults(input: TripInput, legs: readonly LegInput[], fault: Fault): void {
  if (legs.length > mostLegs) {
    fault('legs', `The legs field must not have more than ${mostLegs} items.`)
    return
  }
  if (!legs.some((leg) => leg.kind !== 'standby')) {
    fault('legs', 'The legs field must have at least 1 transfer.')
    return
  }

  let before = input.departsAt
  for (const [nth, leg] of legs.entries()) {
    const at = `legs.${nth}`
    const follows = nth === 0 ? 'departs_at' : 'the departure of the leg before it'
    if (leg.departsAt < before) fault(`${at}.departs_at`, `The ${at}.departs_at field must not be before ${follows}.`)
    if (leg.departsAt > input.departsAt + yearMs)
      fault(`${at}.departs_at`, `The ${at}.departs_at field must be within a year of departs_at.`)
    before = Math.max(before, leg.departsAt)

    if (leg.arriveBy != null) {
      if (leg.arriveBy <= leg.departsAt)
        fault(`${at}.arrive_by`, `The ${at}.arrive_by field must be a date after its departs_at.`)
      else if (leg.arriveBy > leg.departsAt + yearMs)
        fault(`${at}.arrive_by`, `The ${at}.arrive_by field must be within a year of its departs_at.`)
    }
    if ((leg.passengerCount ?? 0) > input.passengerCount) {
      fault(`${at}.passenger_count`, `The ${at}.passenger_count field must not be greater than passenger_count.`)
    }
    stopFaults(at, leg, fault)
  }
}

function stopFaults(at: string, leg: LegInput, fault: Fault): void {
  const stops = leg.stops ?? []
  if (stops.length > mostStops) {
    fault(`${at}.stops`, `The ${at}.stops field must not have more than ${mostStops} items.`)
    return
  }

  let before = leg.departsAt
  for (const [nth, stop] of stops.entries()) {
    for (const [name, time] of [
      ['arrive_at', stop.arriveAt],
      ['depart_at', stop.departAt],
    ] as const) {
      if (time == null) continue
      const field = `${at}.stops.${nth}.${name}`
      if (time < before) fault(field, `The ${field} field must not be before what comes before it.`)
      if (time > leg.departsAt + yearMs) fault(field, `The ${field} field must be within a year of the departure of its leg.`)
      before = Math.max(before, time)
    }
  }
}
