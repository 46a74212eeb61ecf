import { toSpokenTime } from '../../domain/instant.ts'
import { type MoneyClocks, zoneAside } from '../../domain/money-time.ts'

/** A word of the API as people read it: `congestion_charge` → `Congestion charge`, `coach_57_plus` → `Coach, 57 seats or more`. */
export function spokenCode(code: string): string {
  const [, kind = code, seats, orMore] = /^(\w+?)_(\d+)(_plus)?$/.exec(code) ?? []
  const text = /^(mpv|vat)$/.test(kind) ? kind.toUpperCase() : kind.replaceAll('_', ' ')
  const words = text.charAt(0).toUpperCase() + text.slice(1)
  return seats === undefined ? words : `${words}, ${seats} seats${orMore === undefined ? '' : ' or more'}`
}

/** Stands for now where a paper is read years later: everything is told with its year. */
export const withYear = 0

/** A day as people say it, with its year unless it is read at `now`. */
export function spokenDay(at: number, timezone: string, now: number = withYear): string {
  return toSpokenTime(at, timezone, now).split(', ')[0] ?? ''
}

/** The day of something about money, with its year: `Fri 11 Dec 2026 (London time)` where the trip's clocks show another time. */
export function spokenMoneyDay(at: number, clocks: MoneyClocks): string {
  return spokenDay(at, clocks.timezone) + zoneAside(at, clocks)
}
