import { Type } from '@sinclair/typebox'
import type { Availability, AvailabilityAsked } from '../../actions/fleet/availability.ts'
import { blockKinds } from '../../domain/block.ts'
import { type Occupation, occupationKinds } from '../../domain/occupation.ts'
import { contract } from '../contract.ts'
import { input, instant, moment, nullable, type Of, oneOf, pathId, record } from '../schema.ts'
import { asRecord } from './fields.ts'
import { msOf } from './instant.ts'

export const AvailabilityQuery = input({ from: instant(), to: instant(), seats: Type.Optional(pathId()) })

/** The span (ms) and the number of seats that a query asks for. */
export function toAvailabilityAsked({ from, to, seats }: Of<typeof AvailabilityQuery>): AvailabilityAsked {
  return { from: msOf(from) ?? 0, to: msOf(to) ?? 0, seats: Math.min(Number(seats ?? 0), mostSeats) }
}

/** No coach has more. */
const mostSeats = 1_000

export const OccupationRecord = record({
  from: moment(),
  to: moment(),
  what: oneOf(occupationKinds),
  ref: nullable(Type.String()),
  kind: nullable(oneOf(blockKinds)),
})

const busy = Type.Array(OccupationRecord)

const FleetAvailability = record({
  vehicles: Type.Array(record({ id: Type.Integer(), registration: Type.String(), seats: Type.Integer(), busy })),
  drivers: Type.Array(record({ id: Type.Integer(), name: Type.String(), busy })),
})

function asOccupations(occupations: readonly Occupation[]): Of<typeof OccupationRecord>[] {
  return occupations.map((one) => asRecord(OccupationRecord, one, {}))
}

/** The coaches and drivers that are free, and what takes the others. */
export const FleetAvailabilityView = contract(FleetAvailability, ({ vehicles, drivers }: Availability) => ({
  vehicles: vehicles.map(({ id, registration, seats, busy }) => ({ id, registration, seats, busy: asOccupations(busy) })),
  drivers: drivers.map(({ id, name, busy }) => ({ id, name, busy: asOccupations(busy) })),
}))
