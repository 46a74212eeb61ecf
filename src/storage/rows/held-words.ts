import { and, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { mostWords } from '../../domain/search.ts'

const places = Array.from({ length: mostWords }, (_, nth) => `word${nth}`)

/** A condition that a text contains each word; `%` and `_` are literal. */
export function hasWords(text: SQLiteColumn): SQL | undefined {
  return and(...places.map((place) => sql`${text} like ${sql.placeholder(place)} escape '\\'`))
}

/** The words in the form of `hasWords`. */
export function toWordPatterns(words: readonly string[]): Readonly<Record<string, string>> {
  const patterns = places.map((place, nth) => [place, `%${(words[nth] ?? '').replace(/[\\%_]/g, '\\$&')}%`])
  return Object.fromEntries(patterns)
}
