import { contactWindow } from '../../domain/assignment.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import { firstNameOf } from '../../domain/driver.ts'
import { inOrder, isOnLeg } from '../../domain/duty.ts'
import { hoursAdvice } from '../../domain/hours-advice.ts'
import type { Leg } from '../../domain/leg.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { mustFind, notFound } from '../../domain/refusal.ts'
import { isGood, type SheetAddress } from '../../domain/signed-sheet.ts'
import { jobSheet, type SheetDuty } from '../../gateways/papers/job-sheet.ts'
import { type DutyRecord, dutiesOf, findAssignment } from '../../storage/queries/assignments.ts'
import { type BookingRecord, findBooking } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { customerOf } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { letterheadOf } from './letterheads.ts'

/**
 * The job sheet of one duty of a booking, or of everybody who is to drive it where `dutyId` is null. Refuses `not_found`, also for a
 * duty that is not one of this booking or was given to another.
 */
export async function printJobSheet(
  db: Reader,
  caller: Pick<OperatorCaller, 'operatorId'>,
  ref: string,
  dutyId: number | null,
  now: number,
): Promise<PrintedPaper> {
  const record = await mustFind(findBooking(db, caller.operatorId, ref))
  const crew = (await dutiesOf(db, record.booking)).filter(({ duty }) => duty.declinedAt === null)
  const chosen = dutyId === null ? crew : crew.filter(({ duty }) => duty.id === dutyId)
  if (dutyId !== null && chosen.length === 0) throw notFound()
  return sheetsOf(db, record, crew, chosen, now)
}

/**
 * The sheet of a duty for who holds its address. Refuses `not_found`: an address that was altered or has had its time, a duty that was
 * given to another since.
 */
export async function printSignedSheet(
  db: Reader,
  { secretBox }: Pick<AppContext, 'secretBox'>,
  address: SheetAddress,
  now: number,
): Promise<PrintedPaper> {
  if (!isGood(address, now, secretBox.blindIndex)) throw notFound()
  const found = await mustFind(findAssignment(db, address.dutyId))
  return printJobSheet(db, found.booking, found.booking.ref, address.dutyId, now)
}

async function sheetsOf(
  db: Reader,
  { booking, trip }: Pick<BookingRecord, 'booking' | 'trip'>,
  crew: readonly DutyRecord[],
  chosen: readonly DutyRecord[],
  now: number,
): Promise<PrintedPaper> {
  const { itinerary, timezone, leadPassenger } = trip
  const window = contactWindow(booking)
  const isCalledOff = booking.status === 'cancelled'
  const mayMeet = !isCalledOff && now >= window.from && now <= window.until
  const { name, phone } = leadPassenger ?? (await customerOf(db, trip))
  const order = inOrder(chosen.map(({ duty }) => duty))
  const duties = order.flatMap(({ id }) => chosen.filter(({ duty }) => duty.id === id))
  return jobSheet(
    {
      letterhead: await letterheadOf(db, await mustFind(findOperator(db, booking.operatorId))),
      trip: { ref: booking.ref, itinerary, timezone },
      revision: booking.revision,
      isCalledOff,
      duties:
        duties.length === 0
          ? [unstaffed(itinerary.legs, booking.vehiclesNeeded)]
          : duties.map((one) => asSheetDuty(one, crew, itinerary.legs, booking.vehiclesNeeded)),
      contact: mayMeet ? { name, phone } : null,
      contactFrom: window.from,
      hours: hoursAdvice(itinerary),
    },
    now,
  )
}

function asSheetDuty(
  { duty, driver, vehicle }: DutyRecord,
  crew: readonly DutyRecord[],
  legs: readonly Leg[],
  of: number,
): SheetDuty {
  const { role, vehicleReg, vehicleNo, reportAt, reportPlace, passengerCount } = duty
  return {
    ...{ role, vehicleReg, vehicleNo, reportAt, reportPlace, passengerCount, of },
    driver: driver.name,
    vehicleDescription: vehicle?.description ?? null,
    legs: legs.filter(({ sequence }) => isOnLeg(duty, sequence)),
    colleagues: crew
      .filter((other) => other.duty.driverId !== duty.driverId)
      .map((other) => ({ ...other.duty, firstName: firstNameOf(other.driver.name) })),
  }
}

/** What may be printed before anybody was given it. */
function unstaffed(legs: readonly Leg[], of: number): SheetDuty {
  const nothing = { driver: null, vehicleReg: null, vehicleDescription: null, reportAt: null, reportPlace: null }
  return { ...nothing, role: 'driver', vehicleNo: 1, of, passengerCount: null, legs, colleagues: [] }
}
