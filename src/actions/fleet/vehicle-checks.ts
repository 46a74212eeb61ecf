import type { DriverCaller, PortalCaller } from '../../domain/caller.ts'
import { type DayOrInstant, dayMs, findFirstMs, findLastMs } from '../../domain/instant.ts'
import { invalid, notFound, requireFound } from '../../domain/refusal.ts'
import { computeReportedMoment } from '../../domain/reported-moment.ts'
import {
  type CheckItem,
  type CheckKind,
  type CheckResult,
  findCheckResult,
  type OdometerUnit,
  type Resolution,
  requireGradedDefects,
  resolveCheck,
} from '../../domain/vehicle-check.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockOperator } from '../../storage/locks.ts'
import { listDriverTripRows } from '../../storage/queries/driver-trips.ts'
import {
  findFirstFitAfter,
  findVehicleCheck,
  insertVehicleCheck,
  listVehicleChecks,
  resolveUnsafe,
  saveVehicleCheck,
  type VehicleCheckRecord,
  type VehicleCheckRow,
} from '../../storage/queries/vehicle-checks.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { findOwnOperator } from '../people/own-operator.ts'

/** A driver's walkaround check with its findings; instants in ms, the normalised plate. */
export type Walkaround = {
  readonly vehicleReg: string
  readonly tripRef: string | null
  readonly kind: CheckKind
  readonly odometer: number | null
  readonly odometerUnit: OdometerUnit
  /** Null if the phone did not send the start. */
  readonly startedAt: number | null
  readonly checkedAt: number
  /** Milliseconds from the check until the phone sent it; null if unknown. */
  readonly ageMs: number | null
  readonly items: readonly CheckItem[]
  readonly safeToDrive: boolean
}

/** A walkaround just saved, its trip, and whether the server used another moment than the one sent. */
export type EnteredCheck = { readonly check: VehicleCheckRow; readonly tripRef: string | null; readonly isAdjusted: boolean }

/**
 * Saves a walkaround check. An unsafe vehicle cannot set off and its operator is notified, until a later check finds it fit or a
 * person resolves this one. Refuses `validation_failed`, `not_found` (a trip that is not the driver's).
 */
export async function enterCheck(tx: Writer, caller: DriverCaller, found: Walkaround, now: number): Promise<EnteredCheck> {
  requireGradedDefects(found.items)
  const moment = computeReportedMoment({ sentAt: found.checkedAt, ageMs: found.ageMs }, now, ['checkedAt'])
  const { at: checkedAt } = moment
  if (found.startedAt !== null && found.startedAt > found.checkedAt)
    throw invalid(['checkedAt'], 'notBefore', { other: 'startedAt' })
  const { operatorId, driverId } = caller
  // Two simultaneous checks of a plate must see each other's result.
  await lockOperator(tx, operatorId)
  const { tripRef, ageMs: _, ...walkaround } = found
  const [trip] = tripRef === null ? [] : await listDriverTripRows(tx, driverId, tripRef)
  if (tripRef !== null && trip === undefined) throw notFound()

  const plate = { operatorId, vehicleReg: found.vehicleReg }
  const result = findCheckResult(found.items, found.safeToDrive)
  if (result !== 'unsafe') await resolveUnsafe(tx, plate, checkedAt)
  const check = await insertVehicleCheck(tx, {
    ...walkaround,
    // By the same clock as the end, so that the duration of the check is right.
    startedAt: found.startedAt === null ? null : checkedAt - Math.min(found.checkedAt - found.startedAt, dayMs),
    checkedAt,
    items: [...found.items],
    operatorId,
    driverId,
    bookingId: trip?.booking.id ?? null,
    result,
    receivedAt: now,
    resolvedAt: result === 'unsafe' ? await findFirstFitAfter(tx, plate, checkedAt) : null,
  })
  if (result === 'unsafe' && check.resolvedAt === null) {
    await notifyReaders(tx, { fact: 'vehicle_unsafe', operatorIds: [operatorId], subjectId: check.id }, now)
  }
  return { check, tripRef, isAdjusted: moment.isAdjusted }
}

/** A filter of vehicle checks; a null member does not filter. Days are on the operator's clocks, with both ends included. */
export type VehicleChecksAsked = PageAsked & {
  readonly vehicleReg: string | null
  readonly result: CheckResult | null
  readonly from: DayOrInstant | null
  readonly to: DayOrInstant | null
}

/** The walkarounds of the caller's drivers, the latest first. */
export async function listOwnChecks(db: Reader, caller: PortalCaller, { from, to, ...asked }: VehicleChecksAsked) {
  const { operatorId } = caller
  const { timezone } = await findOwnOperator(db, caller)
  return listVehicleChecks(db, {
    operatorId,
    vehicleReg: asked.vehicleReg,
    result: asked.result,
    from: from === null ? null : findFirstMs(from, timezone),
    to: to === null ? null : findLastMs(to, timezone),
    ...toPageSpan(asked),
  })
}

/** Saves how a defect was fixed; its vehicle is no longer unsafe. Refuses `not_found`, `invalid_transition`. */
export async function resolveVehicleCheck(
  tx: Writer,
  caller: PortalCaller,
  id: number,
  said: Resolution,
  now: number,
): Promise<VehicleCheckRecord> {
  // A simultaneous walkaround check may find the same vehicle fit.
  await lockOperator(tx, caller.operatorId)
  const found = await requireFound(findVehicleCheck(tx, caller.operatorId, id))

  const resolved = resolveCheck(found.check, said, now)

  return { ...found, check: await saveVehicleCheck(tx, found.check, resolved) }
}
