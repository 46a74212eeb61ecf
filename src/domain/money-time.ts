import { toSpokenTime } from './instant.ts'
import { spokenZone } from './spoken.ts'

/** The clocks of a date about money: the operator's. They are named where the clocks of the trip show another time. */
export type MoneyClocks = { readonly timezone: string; readonly tripTimezone: string }

/** ` (London time)` after a time (ms) about money, where the clocks of the trip show another; empty where they agree. */
export function zoneAside(ms: number, { timezone, tripTimezone }: MoneyClocks): string {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(ms))
  const offset = (zone: string) => at.toZonedDateTimeISO(zone).offsetNanoseconds
  return offset(timezone) === offset(tripTimezone) ? '' : ` (${spokenZone(timezone)})`
}

/** Epoch milliseconds of something about money as people say it: `Fri 11 Dec, 23:30 (London time)`. */
export function toSpokenMoneyTime(ms: number, clocks: MoneyClocks, now: number): string {
  return toSpokenTime(ms, clocks.timezone, now) + zoneAside(ms, clocks)
}
