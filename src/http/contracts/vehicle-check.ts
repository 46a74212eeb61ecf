import { Type } from '@sinclair/typebox'
import type { EnteredCheck, Walkaround } from '../../actions/fleet/vehicle-checks.ts'
import {
  checkCodes,
  checkKinds,
  checkResults,
  defectSeverities,
  isNilDefect,
  itemResults,
  normalisePlate,
  odometerUnits,
} from '../../domain/vehicle-check.ts'
import type { VehicleCheckRow } from '../../storage/queries/vehicle-checks.ts'
import { defineContract } from '../contract.ts'
import { input, instant, moment, nullable, type Of, oneOf, prose, record, registration, text, whole } from '../schema.ts'
import { asRecord, listAllFields } from './fields.ts'
import { adjusted, age, asAdjusted } from './fix.ts'

export const VehicleCheckBody = input({
  vehicle_reg: registration(),
  trip_ref: Type.Optional(nullable(text({ max: 32 }))),
  kind: oneOf(checkKinds),
  odometer: Type.Optional(nullable(whole({ min: 0, max: 99_999_999 }))),
  odometer_unit: Type.Optional(oneOf(odometerUnits)),
  started_at: Type.Optional(nullable(instant())),
  checked_at: instant(),
  age_ms: age,
  items: Type.Array(
    input({
      code: oneOf(checkCodes),
      result: oneOf(itemResults),
      severity: Type.Optional(nullable(oneOf(defectSeverities))),
      note: Type.Optional(nullable(prose({ max: 500 }))),
    }),
    { maxItems: 200 },
  ),
  safe_to_drive: Type.Boolean(),
  declaration: Type.Literal(true),
})

export function toWalkaround(body: Of<typeof VehicleCheckBody>): Walkaround {
  const { declaration: _, ...declared } = listAllFields(VehicleCheckBody, body)
  return {
    ...declared,
    vehicleReg: normalisePlate(body.vehicle_reg),
    odometerUnit: body.odometer_unit ?? 'mi',
    items: body.items.map((item) => listAllFields(VehicleCheckBody.properties.items.items, item)),
  }
}

export const CheckItemRecord = record({
  code: oneOf(checkCodes),
  result: oneOf(itemResults),
  severity: nullable(oneOf(defectSeverities)),
  note: nullable(Type.String()),
})

export const VehicleCheck = record({
  id: Type.Integer(),
  vehicle_reg: Type.String(),
  trip_ref: nullable(Type.String()),
  kind: oneOf(checkKinds),
  odometer: nullable(Type.Integer()),
  odometer_unit: oneOf(odometerUnits),
  started_at: nullable(moment()),
  checked_at: moment(),
  items: Type.Array(CheckItemRecord),
  safe_to_drive: Type.Boolean(),
  declaration: Type.Boolean(),
  nil_defect: Type.Boolean(),
  result: oneOf(checkResults),
  resolved_at: nullable(moment()),
})

/** A declared walkaround check and its result. `tripRef` is its trip. */
export function asVehicleCheck(check: VehicleCheckRow, tripRef: string | null): Of<typeof VehicleCheck> {
  return asRecord(VehicleCheck, check, {
    trip_ref: tripRef,
    items: check.items.map(({ code, result, severity, note }) => ({ code, result, severity, note })),
    // Only declared data is stored.
    declaration: true,
    nil_defect: isNilDefect(check.items),
  })
}

export const ReportedCheck = record({ ...VehicleCheck.properties, ...adjusted })

export const ReportedCheckView = defineContract(ReportedCheck, (entered: EnteredCheck) => ({
  ...asVehicleCheck(entered.check, entered.tripRef),
  ...asAdjusted(entered),
}))
