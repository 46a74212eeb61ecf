import { and, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { mostWords } from '../../domain/search.ts'

const places = Array.from({ length: mostWords }, (_, nth) => `word${nth}`)

/** Each word is somewhere in the text; `%` and `_` are text too. */
export function holdsWords(text: SQLiteColumn): SQL | undefined {
  return and(...places.map((place) => sql`${text} like ${sql.placeholder(place)} escape '\\'`))
}

/** The words as `holdsWords` takes them. */
export function wordPatterns(words: readonly string[]): Readonly<Record<string, string>> {
  const patterns = places.map((place, nth) => [place, `%${(words[nth] ?? '').replace(/[\\%_]/g, '\\$&')}%`])
  return Object.fromEntries(patterns)
}
