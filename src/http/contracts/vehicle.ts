import { Type } from '@sinclair/typebox'
import type { NewVehicle, VehicleChange } from '../../actions/fleet/vehicles.ts'
import { amenities, vehicleTypes } from '../../domain/itinerary.ts'
import type { VehicleRow } from '../../storage/queries/vehicles.ts'
import { defineContract } from '../contract.ts'
import { input, instant, moment, nullable, type Of, oneOf, prose, record, registration, whole } from '../schema.ts'
import { asRecord, listAllFields, pickSentFields } from './fields.ts'

const type = oneOf(vehicleTypes)
const seats = whole({ min: 1, max: 100 })

const rest = {
  description: Type.Optional(nullable(prose({ max: 160 }))),
  amenities: Type.Optional(Type.Array(oneOf(amenities), { uniqueItems: true })),
  wheelchair_spaces: Type.Optional(whole({ min: 0, max: 100 })),
  mot_due: Type.Optional(nullable(instant())),
}

export const VehicleBody = input({ registration: registration(), type, seats, ...rest })

export const VehiclePatch = input({
  registration: Type.Optional(registration()),
  type: Type.Optional(type),
  seats: Type.Optional(seats),
  ...rest,
})

export function toVehicle(body: Of<typeof VehicleBody>): NewVehicle {
  const { amenities = [], wheelchair_spaces: wheelchairSpaces = 0 } = body
  return { ...listAllFields(VehicleBody, body), amenities, wheelchairSpaces }
}

export function toVehicleChange(body: Of<typeof VehiclePatch>): VehicleChange {
  return pickSentFields(VehiclePatch, body)
}

const Vehicle = record({
  id: Type.Integer(),
  registration: Type.String(),
  type: Type.String(),
  seats: Type.Integer(),
  description: nullable(Type.String()),
  amenities: Type.Array(Type.String()),
  wheelchair_spaces: Type.Integer(),
  mot_due: nullable(moment()),
  created_at: moment(),
  updated_at: moment(),
})

/** A vehicle of the fleet. */
function asVehicle(vehicle: VehicleRow): Of<typeof Vehicle> {
  return asRecord(Vehicle, vehicle, {})
}

export const VehicleView = defineContract(Vehicle, asVehicle)

export const VehiclesView = defineContract(Type.Array(Vehicle), (fleet: readonly VehicleRow[]) => fleet.map(asVehicle))
