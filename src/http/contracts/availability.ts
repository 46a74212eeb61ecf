import { Type } from '@sinclair/typebox'
import type { Availability, AvailabilityAsked } from '../../actions/fleet/availability.ts'
import { blockKinds } from '../../domain/block.ts'
import { type Occupation, occupationKinds } from '../../domain/occupation.ts'
import { defineContract } from '../contract.ts'
import { input, instant, moment, nullable, type Of, oneOf, pathId, record } from '../schema.ts'
import { asRecord } from './fields.ts'
import { parseInstantMs } from './instant.ts'

export const AvailabilityQuery = input({ from: instant(), to: instant(), seats: Type.Optional(pathId()) })

/** The period (ms) and the number of seats of a query. */
export function toAvailabilityAsked({ from, to, seats }: Of<typeof AvailabilityQuery>): AvailabilityAsked {
  return { from: parseInstantMs(from) ?? 0, to: parseInstantMs(to) ?? 0, seats: Math.min(Number(seats ?? 0), mostSeats) }
}

/** Greatest number of seats of a coach. */
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

/** The free coaches and drivers, and the conflicts of the others. */
export const FleetAvailabilityView = defineContract(FleetAvailability, ({ vehicles, drivers }: Availability) => ({
  vehicles: vehicles.map(({ id, registration, seats, busy }) => ({ id, registration, seats, busy: asOccupations(busy) })),
  drivers: drivers.map(({ id, name, busy }) => ({ id, name, busy: asOccupations(busy) })),
}))
