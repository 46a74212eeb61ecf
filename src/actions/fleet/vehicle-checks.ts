import type { DriverCaller, PortalCaller } from '../../domain/caller.ts'
import { type DayOrInstant, dayMs, firstMsOf, lastMsOf } from '../../domain/instant.ts'
import { invalid, mustFind, notFound } from '../../domain/refusal.ts'
import { reportedMoment } from '../../domain/reported-moment.ts'
import {
  type CheckItem,
  type CheckKind,
  type CheckResult,
  checkResult,
  mustBeGraded,
  type OdometerUnit,
  type Resolution,
  resolveCheck,
} from '../../domain/vehicle-check.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { lockOperator } from '../../storage/locks.ts'
import { driverTripRows } from '../../storage/queries/driver-trips.ts'
import {
  findVehicleCheck,
  foundFitAfter,
  insertVehicleCheck,
  listVehicleChecks,
  resolveUnsafe,
  saveVehicleCheck,
  type VehicleCheckRecord,
  type VehicleCheckRow,
} from '../../storage/queries/vehicle-checks.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { tell } from '../messages/notices.ts'
import { operatorOf } from '../quotes/jobs.ts'

/** A driver's walk around a vehicle, with what they found; instants in ms, the plate as it is kept. */
export type Walkaround = {
  readonly vehicleReg: string
  readonly tripRef: string | null
  readonly kind: CheckKind
  readonly odometer: number | null
  readonly odometerUnit: OdometerUnit
  /** Null where the phone did not say when the driver began. */
  readonly startedAt: number | null
  readonly checkedAt: number
  /** Milliseconds since then when the phone sent it; null where the phone did not say. */
  readonly ageMs: number | null
  readonly items: readonly CheckItem[]
  readonly safeToDrive: boolean
}

/** A walkaround just saved, its trip, and whether the server used another moment than the one sent. */
export type EnteredCheck = { readonly check: VehicleCheckRow; readonly tripRef: string | null; readonly isAdjusted: boolean }

/**
 * Keeps a walkaround. An unsafe vehicle cannot set off from now on and its operator hears of it, until a later check finds
 * it fit or somebody resolves this one. Refuses `validation_failed`, `not_found` (a trip that is not the driver's).
 */
export async function enterCheck(tx: Writer, caller: DriverCaller, found: Walkaround, now: number): Promise<EnteredCheck> {
  mustBeGraded(found.items)
  const moment = reportedMoment({ sentAt: found.checkedAt, ageMs: found.ageMs }, now, ['checkedAt'])
  const { at: checkedAt } = moment
  if (found.startedAt !== null && found.startedAt > found.checkedAt)
    throw invalid(['checkedAt'], 'notBefore', { other: 'startedAt' })
  const { operatorId, driverId } = caller
  // Two checks of a plate each look for the other: what one found unsafe the other may have found fit.
  await lockOperator(tx, operatorId)
  const { tripRef, ageMs: _, ...walkaround } = found
  const [trip] = tripRef === null ? [] : await driverTripRows(tx, driverId, tripRef)
  if (tripRef !== null && trip === undefined) throw notFound()

  const plate = { operatorId, vehicleReg: found.vehicleReg }
  const result = checkResult(found.items, found.safeToDrive)
  if (result !== 'unsafe') await resolveUnsafe(tx, plate, checkedAt)
  const check = await insertVehicleCheck(tx, {
    ...walkaround,
    // By the same clock as the end, so that the walkaround took as long as it did.
    startedAt: found.startedAt === null ? null : checkedAt - Math.min(found.checkedAt - found.startedAt, dayMs),
    checkedAt,
    items: [...found.items],
    operatorId,
    driverId,
    bookingId: trip?.booking.id ?? null,
    result,
    receivedAt: now,
    resolvedAt: result === 'unsafe' ? await foundFitAfter(tx, plate, checkedAt) : null,
  })
  if (result === 'unsafe' && check.resolvedAt === null) {
    await tell(tx, { fact: 'vehicle_unsafe', operatorIds: [operatorId], subjectId: check.id }, now)
  }
  return { check, tripRef, isAdjusted: moment.isAdjusted }
}

/**
 * A filter of vehicle checks; a member is null where it does not matter. A day is one on the operator's clocks; both
 * ends are included.
 */
export type VehicleChecksAsked = PageAsked & {
  readonly vehicleReg: string | null
  readonly result: CheckResult | null
  readonly from: DayOrInstant | null
  readonly to: DayOrInstant | null
}

/** The walkarounds of the caller's drivers, the latest first. */
export async function listOwnChecks(db: Reader, caller: PortalCaller, { from, to, ...asked }: VehicleChecksAsked) {
  const { operatorId } = caller
  const { timezone } = await operatorOf(db, caller)
  return listVehicleChecks(db, {
    operatorId,
    vehicleReg: asked.vehicleReg,
    result: asked.result,
    from: from === null ? null : firstMsOf(from, timezone),
    to: to === null ? null : lastMsOf(to, timezone),
    ...pageSpanOf(asked),
  })
}

/** Writes down how what a check found was put right; its vehicle is not unsafe from now on. Refuses `not_found`, `invalid_transition`. */
export async function resolveVehicleCheck(
  tx: Writer,
  caller: PortalCaller,
  id: number,
  said: Resolution,
  now: number,
): Promise<VehicleCheckRecord> {
  // A walkaround that comes now may find the same vehicle fit.
  await lockOperator(tx, caller.operatorId)
  const found = await mustFind(findVehicleCheck(tx, caller.operatorId, id))

  const resolved = resolveCheck(found.check, said, now)

  return { ...found, check: await saveVehicleCheck(tx, found.check, resolved) }
}
