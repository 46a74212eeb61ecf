import { toSpokenTime } from './instant.ts'
import { formatZoneName } from './spoken.ts'

/** The operator's clocks, for dates about money. They are named if the trip's clocks show another time. */
export type MoneyClocks = { readonly timezone: string; readonly tripTimezone: string }

/** ` (London time)` after a time (ms) about money, if the trip's clocks differ; otherwise empty. */
export function formatZoneAside(ms: number, { timezone, tripTimezone }: MoneyClocks): string {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(ms))
  const offset = (zone: string) => at.toZonedDateTimeISO(zone).offsetNanoseconds
  return offset(timezone) === offset(tripTimezone) ? '' : ` (${formatZoneName(timezone)})`
}

/** A time about money (epoch ms) for people: `Fri 11 Dec, 23:30 (London time)`. */
export function toSpokenMoneyTime(ms: number, clocks: MoneyClocks, now: number): string {
  return toSpokenTime(ms, clocks.timezone, now) + formatZoneAside(ms, clocks)
}
