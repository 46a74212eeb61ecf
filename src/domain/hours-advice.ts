import { minuteMs } from './instant.ts'
import type { Itinerary } from './itinerary.ts'
import { adjustLegTimes, findLegEnd, type Leg, listTransferLegs, sumNumbers } from './leg.ts'

/** The rules that a trip can break: 9 h of driving, 4 h 30 of driving without a break, 11 h of rest. */
const hoursRules = ['driving_9h', 'break_45_after_4h30', 'rest_11h'] as const

type HoursRule = (typeof hoursRules)[number]

/**
 * Advice on drivers' hours for a trip, in whole minutes. `rules` names the broken rules. `isEstimated` if the driving time is
 * based on an estimated distance.
 */
export type HoursAdvice = {
  readonly drivingMinutes: number
  readonly dutyMinutes: number
  readonly breaksMinutes: number
  readonly secondDriverLikely: boolean
  readonly rules: readonly HoursRule[]
  readonly isEstimated: boolean
}

const longestDriving = 9 * 60
const longestStretch = 4 * 60 + 30
const breakLength = 45
const rest = 11 * 60
const longestDuty = 24 * 60 - rest

type DriveTime = { readonly startsAt: number; readonly driving: number; readonly length: number }

/**
 * Advice under the rules for coaches in Great Britain, assimilated Regulation (EC) No 561/2006, articles 6 to 8
 * (https://www.gov.uk/drivers-hours/eu-rules). They are 9 h of driving a day, a break of 45 min after 4 h 30, and 11 h of rest
 * in 24 h. A wait of 45 min between legs counts as a break, a wait of 11 h as rest. The operator judges the drive from and to
 * the depot, the days of 10 h and the shorter rests. It never blocks; null without a driving time.
 */
export function findHoursAdvice(itinerary: Itinerary): HoursAdvice | null {
  const drives = drivesOn(itinerary, null)
  if (itinerary.drivingSeconds === null || drives === null) return null

  const days = intoDays(drives)
  const driving = days.map((day) => sumNumbers(day.map((drive) => drive.driving)))
  const breaks = days.map(breaksOf)
  const duty = days.map(computeDutyMinutes)

  const tooMuchDriving = driving.some((minutes) => minutes > longestDriving)
  const tooLittleRest = duty.some((minutes) => minutes > longestDuty)
  const breaksMinutes = sumNumbers(breaks)
  return {
    drivingMinutes: Math.round(itinerary.drivingSeconds / 60),
    dutyMinutes: Math.round(sumNumbers(duty)),
    breaksMinutes,
    secondDriverLikely: tooMuchDriving || tooLittleRest,
    rules: hoursRules.filter(
      (rule) => ({ driving_9h: tooMuchDriving, break_45_after_4h30: breaksMinutes > 0, rest_11h: tooLittleRest })[rule],
    ),
    isEstimated: itinerary.distanceSource === 'estimated',
  }
}

/** The whole driving minutes on some legs of a trip, by their sequence, null for all; null if their duration is unknown. */
export function computeDrivingMinutes(itinerary: Itinerary, sequences: readonly number[] | null): number | null {
  const drives = drivesOn(itinerary, sequences)
  return drives && drivenMinutes(drives)
}

/** The driving between two rests, from `startsAt` (ms), and the breaks one driver needs in it, in whole minutes. */
export type DrivingDay = { readonly startsAt: number; readonly drivingMinutes: number; readonly breaksMinutes: number }

/** The driving days on some legs of a trip, by their sequence, in order; none if their duration is unknown. */
export function listDrivingDays(itinerary: Itinerary, sequences: readonly number[]): DrivingDay[] {
  return intoDays(drivesOn(itinerary, sequences) ?? []).map((day) => ({
    startsAt: (day[0]?.startsAt ?? 0) * minuteMs,
    drivingMinutes: drivenMinutes(day),
    breaksMinutes: breaksOf(day),
  }))
}

function drivenMinutes(drives: readonly DriveTime[]): number {
  return Math.round(sumNumbers(drives.map(({ driving }) => driving)))
}

function drivesOn(itinerary: Itinerary, sequences: readonly number[] | null): DriveTime[] | null {
  if (itinerary.drivingSeconds === null) return null
  const legs = listTransferLegs(adjustLegTimes(itinerary))
  const drives = listDriveTimes(legs, itinerary.drivingSeconds)
  return drives.filter((_, nth) => sequences === null || sequences.includes(legs[nth]?.sequence ?? 0))
}

/** The drives in order, in minutes; the rest of the whole driving time is shared among the legs without one. */
function listDriveTimes(legs: readonly Leg[], drivingSeconds: number): DriveTime[] {
  const silent = legs.filter((leg) => leg.drivingSeconds === null).length
  const unclaimed = Math.max(0, drivingSeconds - sumNumbers(legs.map((leg) => leg.drivingSeconds ?? 0)))
  return legs.map((leg) => {
    const driving = (leg.drivingSeconds ?? unclaimed / silent) / 60
    const planned = leg.arriveBy === null ? 0 : (findLegEnd(leg) - leg.departsAt) / minuteMs
    return { startsAt: leg.departsAt / minuteMs, driving, length: Math.max(planned, driving + breaksWithin(driving)) }
  })
}

function intoDays(drives: readonly DriveTime[]): DriveTime[][] {
  const days: DriveTime[][] = []
  for (const drive of drives) {
    const day = days.at(-1)
    if (day && waitBefore(drive, day) < rest) day.push(drive)
    else days.push([drive])
  }
  return days
}

function breaksOf(day: readonly DriveTime[]): number {
  let minutes = 0
  let stretch = 0
  for (const [nth, drive] of day.entries()) {
    if (nth > 0 && waitBefore(drive, day.slice(0, nth)) >= breakLength) {
      minutes += breaksWithin(stretch)
      stretch = 0
    }
    stretch += drive.driving
  }
  return minutes + breaksWithin(stretch)
}

function breaksWithin(driving: number): number {
  return breakLength * Math.max(0, Math.ceil(driving / longestStretch) - 1)
}

function computeDutyMinutes(day: readonly DriveTime[]): number {
  const start = day[0]?.startsAt ?? 0
  const span = Math.max(...day.map((drive) => drive.startsAt + drive.length)) - start
  return Math.max(span, sumNumbers(day.map((drive) => drive.driving)) + breaksOf(day))
}

function waitBefore(drive: DriveTime, earlier: readonly DriveTime[]): number {
  return drive.startsAt - Math.max(...earlier.map(({ startsAt, length }) => startsAt + length))
}
