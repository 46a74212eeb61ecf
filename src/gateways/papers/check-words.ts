import type { CheckItem, CheckResult } from '../../domain/vehicle-check.ts'
import { walkaroundWords } from '../../domain/walkaround-words.ts'
import { formatCode } from './spoken.ts'

/** Words for the result of a vehicle check. */
export const resultWords: Readonly<Record<CheckResult, string>> = {
  safe: 'Safe, no defects',
  safe_with_defects: 'Safe to drive, with defects',
  unsafe: 'Unsafe to drive',
}

/** The name of a checked item. */
export function formatCheckItem(code: CheckItem['code']): string {
  return walkaroundWords[code] ?? formatCode(code)
}

/** An odometer reading. */
export function formatOdometer(odometer: number, unit: string): string {
  return `${odometer.toLocaleString('en-GB')} ${unit}`
}
