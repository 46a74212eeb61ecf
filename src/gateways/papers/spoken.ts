import { toSpokenTime } from '../../domain/instant.ts'
import { formatZoneAside, type MoneyClocks } from '../../domain/money-time.ts'

/** An API code in words: `congestion_charge` → `Congestion charge`, `coach_57_plus` → `Coach, 57 seats or more`. */
export function formatCode(code: string): string {
  const [, kind = code, seats, orMore] = /^(\w+?)_(\d+)(_plus)?$/.exec(code) ?? []
  const text = /^(mpv|vat)$/.test(kind) ? kind.toUpperCase() : kind.replaceAll('_', ' ')
  const words = text.charAt(0).toUpperCase() + text.slice(1)
  return seats === undefined ? words : `${words}, ${seats} seats${orMore === undefined ? '' : ' or more'}`
}

/** An earlier current time, so that every date has its year. */
export const withYear = 0

/** A day in words, with its year unless `now` is given. */
export function formatPaperDay(at: number, timezone: string, now: number = withYear): string {
  return toSpokenTime(at, timezone, now).split(', ')[0] ?? ''
}

/** A due or payment day with its year: `Fri 11 Dec 2026 (London time)` if the trip's clocks differ. */
export function formatPaperMoneyDay(at: number, clocks: MoneyClocks): string {
  return formatPaperDay(at, clocks.timezone) + formatZoneAside(at, clocks)
}
