import { Type } from '@sinclair/typebox'
import type { EnteredCheck, Walkaround } from '../../actions/vehicle-checks.ts'
import { parseInstant, toInstant } from '../../domain/instant.ts'
import {
  checkCodes,
  checkKinds,
  checkResults,
  defectSeverities,
  isNilDefect,
  itemResults,
  odometerUnits,
  plate,
} from '../../domain/vehicle-check.ts'
import type { VehicleCheckRow } from '../../storage/queries/vehicle-checks.ts'
import { contract } from '../contract.ts'
import { input, instant, nullable, type Of, oneOf, prose, record, registration, text, whole } from '../schema.ts'
import { instantOf } from './instant.ts'

export const VehicleCheckBody = input({
  vehicle_reg: registration(),
  trip_ref: Type.Optional(nullable(text({ max: 32 }))),
  kind: oneOf(checkKinds),
  odometer: Type.Optional(nullable(whole({ min: 0, max: 99_999_999 }))),
  odometer_unit: Type.Optional(oneOf(odometerUnits)),
  checked_at: instant(),
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

/** A validated body as the action takes it. */
export function toWalkaround(body: Of<typeof VehicleCheckBody>): Walkaround {
  return {
    vehicleReg: plate(body.vehicle_reg),
    tripRef: body.trip_ref ?? null,
    kind: body.kind,
    odometer: body.odometer ?? null,
    odometerUnit: body.odometer_unit ?? 'mi',
    checkedAt: parseInstant(body.checked_at) ?? 0,
    items: body.items.map(({ code, result, severity, note }) => ({
      code,
      result,
      severity: severity ?? null,
      note: note ?? null,
    })),
    safeToDrive: body.safe_to_drive,
  }
}

export const VehicleCheck = record({
  id: Type.Integer(),
  vehicle_reg: Type.String(),
  trip_ref: nullable(Type.String()),
  kind: oneOf(checkKinds),
  odometer: nullable(Type.Integer()),
  odometer_unit: oneOf(odometerUnits),
  checked_at: Type.String(),
  items: Type.Array(
    record({
      code: oneOf(checkCodes),
      result: oneOf(itemResults),
      severity: nullable(oneOf(defectSeverities)),
      note: nullable(Type.String()),
    }),
  ),
  safe_to_drive: Type.Boolean(),
  declaration: Type.Boolean(),
  nil_defect: Type.Boolean(),
  result: oneOf(checkResults),
  resolved_at: nullable(Type.String()),
})

/** A walkaround as it was declared, and what it came to; `tripRef` names the trip it was made for. */
export function asVehicleCheck(check: VehicleCheckRow, tripRef: string | null): Of<typeof VehicleCheck> {
  return {
    id: check.id,
    vehicle_reg: check.vehicleReg,
    trip_ref: tripRef,
    kind: check.kind,
    odometer: check.odometer,
    odometer_unit: check.odometerUnit,
    checked_at: toInstant(check.checkedAt),
    items: check.items.map(({ code, result, severity, note }) => ({ code, result, severity, note })),
    safe_to_drive: check.safeToDrive,
    // Nothing is kept that was not declared.
    declaration: true,
    nil_defect: isNilDefect(check.items),
    result: check.result,
    resolved_at: instantOf(check.resolvedAt),
  }
}

export const VehicleCheckView = contract(VehicleCheck, ({ check, tripRef }: EnteredCheck) => asVehicleCheck(check, tripRef))
