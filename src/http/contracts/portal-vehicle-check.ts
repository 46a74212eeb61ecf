import { Type } from '@sinclair/typebox'
import { checkResults, normalisePlate, type Resolution } from '../../domain/vehicle-check.ts'
import type { VehicleCheckRecord } from '../../storage/queries/vehicle-checks.ts'
import { defineContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import {
  date,
  input,
  instant,
  nullable,
  type Of,
  oneOf,
  pageFields,
  prose,
  record,
  registration,
  text,
  whole,
} from '../schema.ts'
import { AssignedDriver } from './booking.ts'
import { asRecord, listAllFields } from './fields.ts'
import { parseDayOrMs } from './instant.ts'
import { asVehicleCheck, VehicleCheck } from './vehicle-check.ts'

const edge = Type.Optional(Type.Union([instant(), date()]))

export const VehicleChecksQuery = input({
  vehicle_reg: Type.Optional(registration()),
  result: Type.Optional(oneOf(checkResults)),
  from: edge,
  to: edge,
  ...pageFields,
})

/** The filter of checks in a query; null for absent parts. */
export function toChecksFilter({ vehicle_reg, result, from, to }: Of<typeof VehicleChecksQuery>) {
  const vehicleReg = vehicle_reg === undefined ? null : normalisePlate(vehicle_reg)
  return { vehicleReg, result: result ?? null, from: parseDayOrMs(from), to: parseDayOrMs(to) }
}

export const ResolutionBody = input({
  note: prose({ min: 3, max: 500 }),
  rectified_by: text({ min: 1, max: 160 }),
  odometer: Type.Optional(nullable(whole({ min: 0, max: 99_999_999 }))),
})

export function toResolution(body: Of<typeof ResolutionBody>): Resolution {
  return listAllFields(ResolutionBody, body)
}

export const CheckResolution = record({
  note: Type.String(),
  rectified_by: Type.String(),
  odometer: nullable(Type.Integer()),
})

export const PortalVehicleCheck = record({
  ...VehicleCheck.properties,
  driver: AssignedDriver,
  resolution: nullable(CheckResolution),
})

/** A walkaround check for the operator's people, with its driver and the repairs. */
function asPortalVehicleCheck({ check, tripRef, driver }: VehicleCheckRecord): Of<typeof PortalVehicleCheck> {
  return asRecord(PortalVehicleCheck, check, {
    ...asVehicleCheck(check, tripRef),
    driver,
    resolution: check.resolution && asRecord(CheckResolution, check.resolution, {}),
  })
}

export const PortalVehicleCheckView = defineContract(PortalVehicleCheck, asPortalVehicleCheck)

export const PortalVehicleCheckPage = definePageContract(PortalVehicleCheck, asPortalVehicleCheck)
