import { contactWindow } from '../../domain/assignment.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import { firstNameOf } from '../../domain/driver.ts'
import { drivenLegs, inOrder, isOnLeg, type Post } from '../../domain/duty.ts'
import { drivingDaysOn } from '../../domain/hours-advice.ts'
import type { Itinerary } from '../../domain/itinerary.ts'
import { transfersOf } from '../../domain/leg.ts'
import { scrubItinerary } from '../../domain/masked-itinerary.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { mustFind, notFound } from '../../domain/refusal.ts'
import { scrubContactAndMoney, scrubMoney } from '../../domain/scrub.ts'
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
  const { timezone, leadPassenger } = trip
  const window = contactWindow(booking)
  const isCalledOff = booking.status === 'cancelled'
  const mayMeet = !isCalledOff && now >= window.from && now <= window.until
  // Whatever people typed may say what something costs, and whom to ring.
  const scrub = mayMeet ? scrubMoney : scrubContactAndMoney
  const itinerary = scrubItinerary(trip.itinerary, scrub)
  const { name, phone } = leadPassenger ?? (await customerOf(db, trip))
  const order = inOrder(chosen.map(({ duty }) => duty))
  const duties = order.flatMap(({ id }) => chosen.filter(({ duty }) => duty.id === id))
  const of = booking.vehiclesNeeded
  const sheets =
    duties.length === 0
      ? Array.from({ length: of }, (_, nth) => unstaffed(itinerary, nth + 1, of))
      : duties.map((one) => asSheetDuty(one, crew, itinerary, of))
  return jobSheet(
    {
      letterhead: await letterheadOf(db, await mustFind(findOperator(db, booking.operatorId))),
      trip: { ref: booking.ref, itinerary, timezone },
      revision: booking.revision,
      isCalledOff,
      duties: sheets.map((sheet) => ({
        ...sheet,
        vehicleDescription: sheet.vehicleDescription && scrub(sheet.vehicleDescription),
        reportPlace: sheet.reportPlace && scrub(sheet.reportPlace),
      })),
      contact: mayMeet ? { name, phone } : null,
      contactFrom: window.from,
    },
    now,
  )
}

function asSheetDuty(
  { duty, driver, vehicle }: DutyRecord,
  crew: readonly DutyRecord[],
  itinerary: Itinerary,
  of: number,
): SheetDuty {
  const { role, vehicleReg, vehicleNo, reportAt, reportPlace, passengerCount } = duty
  const { legs } = itinerary
  const posts = crew.map((one) => one.duty)
  const drivenBy = (post: Post) => drivenLegs(post, posts, transfersOf(legs))
  const driven = drivenBy(duty)
  const others = crew.filter((other) => other.duty.driverId !== duty.driverId)
  const shares = others
    .filter((other) => other.duty.vehicleNo === vehicleNo)
    .map((other) => ({ other, common: drivenBy(other.duty).filter((leg) => driven.includes(leg)) }))
    .filter(({ common }) => common.length > 0)
  return {
    ...{ role, vehicleReg, vehicleNo, reportAt, reportPlace, passengerCount, of },
    driver: driver.name,
    vehicleDescription: vehicle?.description ?? null,
    legs: legs.filter(({ sequence }) => isOnLeg(duty, sequence)),
    days: drivingDaysOn(itinerary, driven),
    sharedWith: shares.map(({ other, common }) => ({
      firstName: firstNameOf(other.driver.name),
      isWhole: common.length === driven.length,
    })),
    colleagues: others.map((other) => ({ ...other.duty, firstName: firstNameOf(other.driver.name) })),
  }
}

/** The sheet of a coach that no one was given yet, with what may be printed of it. */
function unstaffed(itinerary: Itinerary, vehicleNo: number, of: number): SheetDuty {
  const nothing = { driver: null, vehicleReg: null, vehicleDescription: null, reportAt: null, reportPlace: null }
  const { legs } = itinerary
  const post = { role: 'driver', vehicleNo, legs: null } as const
  const days = drivingDaysOn(itinerary, drivenLegs(post, [], legs))
  return { ...nothing, ...post, of, passengerCount: null, legs, days, sharedWith: [], colleagues: [] }
}
