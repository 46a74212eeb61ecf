import type { PortalCaller } from '../../domain/caller.ts'
import { addClashes, type DiaryItem, type DiaryRows, isDriven, parseDiarySpan } from '../../domain/diary.ts'
import { computeDrivingMinutes } from '../../domain/hours-advice.ts'
import type { LocalDays } from '../../domain/instant.ts'
import {
  type BookedDuty,
  type DiaryAsked,
  listBlocksWithin,
  listBookedDuties,
  listPromisesWithin,
  type NamedCoach,
} from '../../storage/queries/diary.ts'
import { listNamesOnRoster, type RosterEntry } from '../../storage/queries/drivers.ts'
import { listVehicles, type VehicleRow } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'
import { findOwnOperator } from '../people/own-operator.ts'

/** The days of a diary, and whether its rows are vehicles or drivers. */
export type DiaryQuery = LocalDays & { readonly by: DiaryRows }

/** A diary of a fleet or a roster over some days. */
export type Diary = {
  readonly rows: readonly DiaryRow[]
  /** Vehicles that need a driver. */
  readonly unassigned: readonly DiaryItem[]
  /** Items without a row. */
  readonly elsewhere: readonly DiaryItem[]
}

/** A row of a diary, with its items in order. */
type DiaryRow = RowSubject & { readonly items: readonly DiaryItem[] }

/** A vehicle or a driver as the subject of a row; a driver has no seats. */
type RowSubject = Pick<VehicleRow, 'id' | 'registration' | 'type' | 'seats'> | (RosterEntry & { readonly seats: null })

/**
 * Reads the diary of the caller's vehicles or drivers for these days on the operator's clocks. It also lists vehicles without a
 * driver, and items without a row. Items that the caller cannot read are left out. Refuses `validation_failed` for more than 62
 * days.
 */
export async function readDiary(db: Reader, caller: PortalCaller, { by, ...days }: DiaryQuery): Promise<Diary> {
  const operator = await findOwnOperator(db, caller)
  const asked = { operatorId: operator.id, ...parseDiarySpan(days, operator.timezone) }
  const mayRead = (ability: 'jobs:read' | 'drivers:read') => caller.credential.abilities.includes(ability)

  const bookings = byBooking(await listBookedDuties(db, asked), asked)
  const everyRow = await listDiaryRows(db, operator.id, by)
  const named = by === 'vehicle' ? everyRow.map(({ id }) => id) : []
  const promised = promisedItems(await listPromisesWithin(db, named, asked), bookings)
  const placed = [
    ...bookings.flatMap(({ duties }) => duties.map((item) => ({ rowId: findDiaryRowId(item, by), item }))),
    ...promised.filter(({ item }) => item.what === 'booking' || mayRead('jobs:read')),
    ...(mayRead('drivers:read') ? await blockItems(db, asked, by) : []),
  ]
  const itemsOf = Map.groupBy(placed, ({ rowId }) => rowId)
  const rows = everyRow.map(({ id, ...row }) => {
    const items = (itemsOf.get(id) ?? []).map(({ item }) => item)
    return { id, ...row, items: addClashes(items, by, row.seats) }
  })
  const known = new Set<number | null>(rows.map(({ id }) => id))
  const coachesOnRows = new Set(promised.map(({ item }) => formatCoachKey(item)))
  const coaches = bookings.flatMap(({ coaches }) => coaches)
  return {
    // A reader without access to the roster sees only drivers with an item that they may read.
    rows: mayRead('drivers:read') ? rows : rows.filter(({ items }) => items.length > 0),
    unassigned: coaches.filter((item) => item.needsDriver),
    elsewhere: [
      ...placed.filter(({ rowId }) => !known.has(rowId)).map(({ item }) => item),
      ...coaches.filter((item) => !item.needsDriver && !coachesOnRows.has(formatCoachKey(item))),
    ],
  }
}

type Placed = { readonly rowId: number | null; readonly item: DiaryItem }

function findDiaryRowId({ duty }: DiaryItem, by: DiaryRows): number | null {
  return (by === 'vehicle' ? duty?.vehicleId : duty?.driver.id) ?? null
}

function formatCoachKey({ ref, vehicleNo }: DiaryItem): string {
  return `${ref} ${vehicleNo}`
}

async function listDiaryRows(db: Reader, operatorId: number, by: DiaryRows): Promise<RowSubject[]> {
  if (by === 'vehicle')
    return (await listVehicles(db, operatorId)).map(({ id, registration, type, seats }) => ({ id, registration, type, seats }))
  return (await listNamesOnRoster(db, operatorId)).map((driver) => ({ ...driver, seats: null }))
}

/** A booking with an item for each of its duties within the span, and for each vehicle without a driver. */
type BookedItems = { readonly whole: DiaryItem; readonly duties: readonly DiaryItem[]; readonly coaches: readonly DiaryItem[] }

function byBooking(found: readonly BookedDuty[], span: DiaryAsked): BookedItems[] {
  return [...Map.groupBy(found, ({ booking }) => booking.ref).values()].flatMap((rows) => {
    const [first] = rows
    return first === undefined ? [] : [itemsOfBooking(first, rows, span)]
  })
}

function itemsOfBooking({ booking, trip, customer }: BookedDuty, rows: readonly BookedDuty[], span: DiaryAsked): BookedItems {
  const { legs, summary, purpose } = trip.itinerary
  const crew = rows.flatMap(({ duty, driver }) => (duty === null || driver === null ? [] : [{ duty, driver }]))
  const standing = crew.map(({ duty }) => duty)
  const isWanting = !booking.isCrewed && booking.finishedAt === null
  const needsDriver = (vehicleNo: number) => isWanting && !isDriven(vehicleNo, standing, legs)
  const whole: DiaryItem = {
    ...nothingKnown,
    what: 'booking',
    ref: booking.ref,
    from: booking.departsAt,
    to: booking.endsAt,
    customer,
    summary,
    purpose,
    passengerCount: trip.passengerCount,
    tripStatus: booking.tripStatus,
  }
  const duties = crew
    .filter(({ duty }) => duty.endsAt > span.from && duty.departsAt < span.to)
    .map(({ duty, driver }) => ({
      ...whole,
      from: duty.departsAt,
      to: duty.endsAt,
      vehicleNo: duty.vehicleNo,
      passengerCount: duty.passengerCount ?? (booking.vehiclesNeeded > 1 ? null : trip.passengerCount),
      drivingMinutes: computeDrivingMinutes(trip.itinerary, duty.legs),
      duty: { ...duty, driver },
      tripStatus: duty.tripStatus,
      needsDriver: needsDriver(duty.vehicleNo),
    }))
  const numbers = Array.from({ length: booking.vehiclesNeeded }, (_, nth) => nth + 1)
  const coaches = numbers
    .map((vehicleNo) => ({ ...whole, vehicleNo, needsDriver: needsDriver(vehicleNo) }))
    .filter((item) => item.needsDriver || !standing.some(({ vehicleNo }) => vehicleNo === item.vehicleNo))
  return { whole, duties, coaches }
}

const nothingKnown = {
  kind: null,
  blockId: null,
  customer: null,
  summary: null,
  purpose: null,
  passengerCount: null,
  drivingMinutes: null,
  vehicleNo: null,
  duty: null,
  quote: null,
  tripStatus: null,
  needsDriver: false,
  clashes: [],
} satisfies Partial<DiaryItem>

/** The items of vehicles that quotes name. A booking has them only for unassigned vehicles; its duties show the others. */
function promisedItems(promises: readonly NamedCoach[], bookings: readonly BookedItems[]): Placed[] {
  const booked = new Map(bookings.map((booking) => [booking.whole.ref, booking]))
  return promises.flatMap(({ vehicleId, maskedItinerary, ...promise }): Placed[] => {
    const { ref, what, from, to } = promise
    const vehicleNo = Math.abs(promise.vehicleNo)
    if (what !== 'booking') {
      const { summary, purpose } = maskedItinerary.read()
      const { passengerCount, quote } = promise
      const known = { what, ref, from, to, vehicleNo, summary, purpose, passengerCount, quote }
      return [{ rowId: vehicleId, item: { ...nothingKnown, ...known } }]
    }
    const found = booked.get(ref)
    if (found === undefined || found.duties.some(({ duty }) => duty?.vehicleId === vehicleId)) return []
    const coach = found.coaches.find((item) => item.vehicleNo === vehicleNo)
    return [{ rowId: vehicleId, item: { ...found.whole, from, to, vehicleNo, needsDriver: coach?.needsDriver ?? false } }]
  })
}

async function blockItems(db: Reader, asked: DiaryAsked, by: DiaryRows): Promise<Placed[]> {
  return (await listBlocksWithin(db, by, asked)).map(({ id, rowId, kind, from, to }) => ({
    rowId,
    item: { ...nothingKnown, what: 'block', ref: null, kind, blockId: id, from, to },
  }))
}
