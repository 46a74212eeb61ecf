import type { CheckItem, CheckResult } from '../../domain/vehicle-check.ts'
import { walkaroundWords } from '../../domain/walkaround-words.ts'
import { spokenCode } from './spoken.ts'

/** Words for the result of a walkaround. */
export const resultWords: Readonly<Record<CheckResult, string>> = {
  safe: 'Safe, nothing found',
  safe_with_defects: 'Safe to drive, with defects',
  unsafe: 'Not safe to drive',
}

/** The words for an item that was looked at. */
export function spokenItem(code: CheckItem['code']): string {
  return walkaroundWords[code] ?? spokenCode(code)
}

/** An odometer as it was read. */
export function spokenOdometer(odometer: number, unit: string): string {
  return `${odometer.toLocaleString('en-GB')} ${unit}`
}
