import type { TripStatus } from './booking.ts'
import { type DutyRole, isOnLeg } from './duty.ts'
import { findLocalDays, type LocalDays } from './instant.ts'
import { type Leg, listTransferLegs } from './leg.ts'
import type { Occupation } from './occupation.ts'
import { invalid } from './refusal.ts'

/** Kinds of row of a diary, for a coach or a driver. */
export const diaryRows = ['vehicle', 'driver'] as const

export type DiaryRows = (typeof diaryRows)[number]

/** Greatest number of days in one response, both ends included. */
const mostDays = 62

/** The span (ms) of these days by the clocks of a place. Refuses `validation_failed` for more than 62 days, or fewer than one. */
export function parseDiarySpan(days: LocalDays, timezone: string): { readonly from: number; readonly to: number } {
  const { count, ...span } = findLocalDays(days, timezone)
  if (count < 1) throw invalid(['to'], 'notBefore', { other: 'from' })
  if (count > mostDays) throw invalid(['to'], 'withinDaysOf', { other: 'from', days: mostDays })
  return span
}

/** Kinds of clash between an item and the rest of its row. */
export const clashes = [
  'driver_overlap',
  'vehicle_overlap',
  'vehicle_promised',
  'driver_blocked',
  'vehicle_blocked',
  'seats_below_passengers',
] as const

type Clash = (typeof clashes)[number]

/** An item of a diary (ms): a coach of a booking or of a quote, or a block. */
export type DiaryItem = Occupation & {
  readonly blockId: number | null
  readonly customer: { readonly name: string; readonly phone: string | null } | null
  readonly summary: string | null
  readonly purpose: string | null
  readonly passengerCount: number | null
  /** Driving minutes; null if they are unknown, and for anything but a duty. */
  readonly drivingMinutes: number | null
  /** Number of the coach, counted from 1. */
  readonly vehicleNo: number | null
  readonly duty: DiaryDuty | null
  /** The active quote that names the vehicle; null for anything but a quote. */
  readonly quote: { readonly priceAmount: number; readonly currencyCode: string; readonly validUntil: number } | null
  /** Status of the duty, or of the trip without one. */
  readonly tripStatus: TripStatus | null
  /** Whether the vehicle needs a driver. */
  readonly needsDriver: boolean
  readonly clashes: readonly Clash[]
}

/** The duty on a vehicle: driver, role and legs (null for all). */
type DiaryDuty = {
  readonly id: number
  readonly role: DutyRole
  readonly legs: readonly number[] | null
  readonly driver: { readonly id: number; readonly name: string; readonly phone: string | null }
  readonly vehicleId: number | null
  readonly vehicleReg: string
  readonly acknowledgedAt: number | null
  readonly reportAt: number | null
}

type OnLegs = { readonly vehicleNo: number; readonly role: DutyRole; readonly legs: readonly number[] | null }

/** Whether a vehicle has a driver on every leg with passengers. */
export function isDriven(vehicleNo: number, duties: readonly OnLegs[], legs: readonly Leg[]): boolean {
  const driving = duties.filter((duty) => duty.vehicleNo === vehicleNo && duty.role !== 'second')
  return listTransferLegs(legs).every(({ sequence }) => driving.some((duty) => isOnLeg(duty, sequence)))
}

/** The items of one row in order, each with its clashes with the others. */
export function addClashes(items: readonly DiaryItem[], by: DiaryRows, seats: number | null): DiaryItem[] {
  const inTime = items.toSorted((one, other) => one.from - other.from || one.to - other.to)
  return inTime.map((item) => {
    const beside = inTime.filter((other) => other !== item && other.from < item.to && other.to > item.from)
    const found = new Set(beside.flatMap((other) => clashOf(item, other, by) ?? []))
    if (seats !== null && item.passengerCount !== null && seats < item.passengerCount) found.add('seats_below_passengers')
    return { ...item, clashes: clashes.filter((clash) => found.has(clash)) }
  })
}

/** The clash of two items. A booking request has none, and neither has a vehicle that two drivers share. */
function clashOf(item: DiaryItem, other: DiaryItem, by: DiaryRows): Clash | null {
  if (item.what === 'block' || other.what === 'likely') return null
  if (other.what === 'block') return `${by}_blocked`
  if (other.what === 'confirmed') return item.ref === other.ref ? null : 'vehicle_promised'
  const isSameCoach = item.ref === other.ref && item.vehicleNo === other.vehicleNo
  return isSameCoach ? null : `${by}_overlap`
}
