import { computeContactWindow } from '../../domain/assignment.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import { findFirstName } from '../../domain/driver.ts'
import { isOnLeg, listDrivenLegs, type Post, sortDuties } from '../../domain/duty.ts'
import { listDrivingDays } from '../../domain/hours-advice.ts'
import type { Itinerary } from '../../domain/itinerary.ts'
import { listTransferLegs } from '../../domain/leg.ts'
import { scrubItinerary } from '../../domain/masked-itinerary.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { notFound, requireFound } from '../../domain/refusal.ts'
import { scrubContactAndMoney, scrubMoney } from '../../domain/scrub.ts'
import { isSheetAddressValid, type SheetAddress } from '../../domain/signed-sheet.ts'
import { buildJobSheet, type SheetDuty } from '../../gateways/papers/job-sheet.ts'
import { type DutyRecord, findAssignment, listDutiesOfBooking } from '../../storage/queries/assignments.ts'
import { type BookingRecord, findBooking } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findCustomerOfTrip } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { findLetterhead } from './letterheads.ts'

/**
 * Prints the job sheet of one duty of a booking, or of all its drivers if `dutyId` is null. Refuses `not_found`, also for a
 * duty of another booking or a reassigned one.
 */
export async function printJobSheet(
  db: Reader,
  caller: Pick<OperatorCaller, 'operatorId'>,
  ref: string,
  dutyId: number | null,
  now: number,
): Promise<PrintedPaper> {
  const record = await requireFound(findBooking(db, caller.operatorId, ref))
  const crew = (await listDutiesOfBooking(db, record.booking)).filter(({ duty }) => duty.declinedAt === null)
  const chosen = dutyId === null ? crew : crew.filter(({ duty }) => duty.id === dutyId)
  if (dutyId !== null && chosen.length === 0) throw notFound()
  return sheetsOf(db, record, crew, chosen, now)
}

/**
 * The sheet of a duty for the holder of its address. Refuses `not_found` for an altered or expired address, and for a
 * reassigned duty.
 */
export async function printSignedSheet(
  db: Reader,
  { secretBox }: Pick<AppContext, 'secretBox'>,
  address: SheetAddress,
  now: number,
): Promise<PrintedPaper> {
  if (!isSheetAddressValid(address, now, secretBox.blindIndex)) throw notFound()
  const found = await requireFound(findAssignment(db, address.dutyId))
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
  const window = computeContactWindow(booking)
  const isCalledOff = booking.status === 'cancelled'
  const mayMeet = !isCalledOff && now >= window.from && now <= window.until
  // Free text may contain prices and telephone numbers.
  const scrub = mayMeet ? scrubMoney : scrubContactAndMoney
  const itinerary = scrubItinerary(trip.itinerary, scrub)
  const { name, phone } = leadPassenger ?? (await findCustomerOfTrip(db, trip))
  const order = sortDuties(chosen.map(({ duty }) => duty))
  const duties = order.flatMap(({ id }) => chosen.filter(({ duty }) => duty.id === id))
  const of = booking.vehiclesNeeded
  const sheets =
    duties.length === 0
      ? Array.from({ length: of }, (_, nth) => unstaffed(itinerary, nth + 1, of))
      : duties.map((one) => asSheetDuty(one, crew, itinerary, of))
  return buildJobSheet(
    {
      letterhead: await findLetterhead(db, await requireFound(findOperator(db, booking.operatorId))),
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
  const drivenBy = (post: Post) => listDrivenLegs(post, posts, listTransferLegs(legs))
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
    days: listDrivingDays(itinerary, driven),
    sharedWith: shares.map(({ other, common }) => ({
      firstName: findFirstName(other.driver.name),
      isWhole: common.length === driven.length,
    })),
    colleagues: others.map((other) => ({ ...other.duty, firstName: findFirstName(other.driver.name) })),
  }
}

/** The sheet of an unassigned vehicle, with the details that may be printed. */
function unstaffed(itinerary: Itinerary, vehicleNo: number, of: number): SheetDuty {
  const nothing = { driver: null, vehicleReg: null, vehicleDescription: null, reportAt: null, reportPlace: null }
  const { legs } = itinerary
  const post = { role: 'driver', vehicleNo, legs: null } as const
  const days = listDrivingDays(itinerary, listDrivenLegs(post, [], legs))
  return { ...nothing, ...post, of, passengerCount: null, legs, days, sharedWith: [], colleagues: [] }
}
