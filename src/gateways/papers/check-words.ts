import type { CheckItem, CheckResult } from '../../domain/vehicle-check.ts'
import { spokenCode } from './spoken.ts'

/** What a walkaround came to. */
export const resultWords: Readonly<Record<CheckResult, string>> = {
  safe: 'Safe, nothing found',
  safe_with_defects: 'Safe to drive, with defects',
  unsafe: 'Not safe to drive',
}

/** Items that name two things. */
const itemWords: Readonly<Record<string, string>> = {
  lights_indicators: 'Lights and indicators',
  tyres_wheel_nuts: 'Tyres and wheel nuts',
  mirrors_cameras: 'Mirrors and cameras',
  windscreen_glass: 'Windscreen and glass',
  wipers_washers: 'Wipers and washers',
  body_doors: 'Body and doors',
  seats_seat_belts: 'Seats and seat belts',
  fluids_leaks: 'Fluids and leaks',
}

/** What was looked at, in words. */
export function spokenItem(code: CheckItem['code']): string {
  return itemWords[code] ?? spokenCode(code)
}

/** An odometer as it was read. */
export function spokenOdometer(odometer: number, unit: string): string {
  return `${odometer.toLocaleString('en-GB')} ${unit}`
}
