import type { DriverCaller } from '../domain/caller.ts'
import { toSpokenTime } from '../domain/instant.ts'
import { clockToleranceMs } from '../domain/progress.ts'
import { invalid, mustFind } from '../domain/refusal.ts'
import { type CheckItem, type CheckKind, checkResult, mustBeGraded, type OdometerUnit } from '../domain/vehicle-check.ts'
import { findDriverTrip } from '../storage/queries/driver-trips.ts'
import { foundFitAfter, insertVehicleCheck, resolveUnsafe, type VehicleCheckRow } from '../storage/queries/vehicle-checks.ts'
import type { Writer } from '../storage/storage.ts'
import type { AppContext } from './context.ts'
import { operatorOf } from './jobs.ts'
import { tellOperator } from './operator-notices.ts'

/** What a driver found walking around a vehicle; instants in ms, the plate as it is kept. */
export type Walkaround = {
  readonly vehicleReg: string
  readonly tripRef: string | null
  readonly kind: CheckKind
  readonly odometer: number | null
  readonly odometerUnit: OdometerUnit
  readonly checkedAt: number
  readonly items: readonly CheckItem[]
  readonly safeToDrive: boolean
}

/** A walkaround just kept, and the trip it was made for. */
export type EnteredCheck = { readonly check: VehicleCheckRow; readonly tripRef: string | null }

/**
 * Keeps a walkaround. An unsafe vehicle cannot set off from now on and its operator hears of it, until a later check finds
 * it fit. Refuses `validation_failed`, `not_found` (a trip that is not the driver's).
 */
export async function enterCheck(
  tx: Writer,
  app: AppContext,
  caller: DriverCaller,
  found: Walkaround,
  now: number,
): Promise<EnteredCheck> {
  mustBeGraded(found.items)
  if (found.checkedAt > now + clockToleranceMs) throw invalid(['checkedAt'], 'notInFuture')
  const { operatorId, driverId } = caller
  const { tripRef, ...walkaround } = found
  const trip = tripRef === null ? null : await mustFind(findDriverTrip(tx, driverId, tripRef))

  const plate = { operatorId, vehicleReg: found.vehicleReg }
  const result = checkResult(found.items, found.safeToDrive)
  if (result !== 'unsafe') await resolveUnsafe(tx, plate, found.checkedAt)
  const check = await insertVehicleCheck(tx, {
    ...walkaround,
    items: [...found.items],
    operatorId,
    driverId,
    bookingId: trip?.booking.id ?? null,
    result,
    receivedAt: now,
    resolvedAt: result === 'unsafe' ? await foundFitAfter(tx, plate, found.checkedAt) : null,
  })
  if (result === 'unsafe' && check.resolvedAt === null) await warnOperator(tx, app, caller, check, now)
  return { check, tripRef }
}

async function warnOperator(tx: Writer, app: AppContext, caller: DriverCaller, check: VehicleCheckRow, now: number) {
  const operator = await operatorOf(tx, caller)
  const defects = check.items
    .filter(({ result }) => result === 'defect')
    .map(({ code, severity }) => `${code.replaceAll('_', ' ')} (${severity})`)
  const found = defects.length === 0 ? 'The driver does not consider it safe.' : `Found: ${defects.join(', ')}.`
  const checked = toSpokenTime(check.checkedAt, operator.timezone, now)
  await tellOperator(tx, app, operator, {
    subject: `${check.vehicleReg} is not safe to drive`,
    text: `A walkaround on ${checked} found ${check.vehicleReg} unsafe. ${found} It cannot set off until a check finds it fit.`,
    now,
  })
}
