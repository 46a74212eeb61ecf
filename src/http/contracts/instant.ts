import { parseInstant, toInstant } from '../../domain/instant.ts'

/** A validated date-time of a request in epoch milliseconds; null when it was left out. */
export function msOf(text: string | null | undefined): number | null {
  return text == null ? null : parseInstant(text)
}

/** An instant as every answer writes it, or null. */
export function instantOf(ms: number | null): string | null {
  return ms === null ? null : toInstant(ms)
}
