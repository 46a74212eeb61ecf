import { type DayOrInstant, isDate, parseInstant, toInstant } from '../../domain/instant.ts'

/** A validated date-time of a request in epoch milliseconds; null if it was not sent. */
export function parseInstantMs(text: string | null | undefined): number | null {
  return text == null ? null : parseInstant(text)
}

/** A validated date, unchanged, or date-time of a query (ms); null if it was not sent. */
export function parseDayOrMs(text: string | undefined): DayOrInstant | null {
  return text !== undefined && isDate(text) ? text : parseInstantMs(text)
}

/** The start of the second of an `updated_since` (ms). Answers have whole seconds, so a fraction must not hide a change. */
export function toUpdatedSince(text: string | undefined): number | null {
  const ms = parseInstantMs(text)
  return ms === null ? null : Math.floor(ms / 1000) * 1000
}

/** An instant in the format of all answers, or null. */
export function toInstantOrNull(ms: number | null): string | null {
  return ms === null ? null : toInstant(ms)
}
