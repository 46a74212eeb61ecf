import { type DayOrInstant, isDate, parseInstant, toInstant } from '../../domain/instant.ts'

/** A validated date-time of a request in epoch milliseconds; null when it was left out. */
export function msOf(text: string | null | undefined): number | null {
  return text == null ? null : parseInstant(text)
}

/** A validated date, which stays as it is, or date-time of a query (ms); null when it was left out. */
export function dayOrMsOf(text: string | undefined): DayOrInstant | null {
  return text !== undefined && isDate(text) ? text : msOf(text)
}

/** The second that an `updated_since` falls into (ms): answers tell whole seconds, so a fraction must not hide a change. */
export function secondOf(text: string | undefined): number | null {
  const ms = msOf(text)
  return ms === null ? null : Math.floor(ms / 1000) * 1000
}

/** An instant as every answer writes it, or null. */
export function instantOf(ms: number | null): string | null {
  return ms === null ? null : toInstant(ms)
}
