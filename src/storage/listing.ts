import { type AnyColumn, asc, count, desc, inArray, sql } from 'drizzle-orm'
import type { SQLiteSelect } from 'drizzle-orm/sqlite-core'
import { firstRow } from './statements.ts'
import { prepared, type Reader } from './storage.ts'

/** Which part of a list is wanted. */
export type PageSpan = { readonly limit: number; readonly offset: number }

/** The same as it is asked for; `page` counts from 1. */
export type PageAsked = { readonly page: number; readonly perPage: number }

export function spanOf({ page, perPage }: PageAsked): PageSpan {
  return { limit: perPage, offset: (page - 1) * perPage }
}

type Listing = {
  /** The ids of all that is listed, as a new query each time; the costs of a list stay small where one index answers it. */
  readonly ids: () => SQLiteSelect
  /** The rows as they are read, which `id` picks from. */
  readonly rows: () => SQLiteSelect
  readonly id: AnyColumn
  /** What a list is sorted by, the id last so that no two are alike. */
  readonly by: readonly AnyColumn[]
  readonly newestFirst: boolean
}

/**
 * A list that is counted and read page by page. A page takes its ids first, from whichever end is nearer, and reads only
 * their rows; past the end nothing is read at all.
 */
export function listing<Item, Query extends object>(name: string, make: (handle: Reader) => Listing) {
  const total = prepared(`${name}_total`, (handle) => handle.db.select({ total: count() }).from(make(handle).ids().as('listed')))
  const near = prepared(`${name}_near`, (handle) => pageOf(make(handle), false))
  const far = prepared(`${name}_far`, (handle) => pageOf(make(handle), true))

  return async (db: Reader, query: Query & PageSpan): Promise<{ items: Item[]; total: number }> => {
    const counted = firstRow(await total(db).execute(query as Record<string, unknown>))?.total ?? 0
    if (query.offset >= counted) return { items: [], total: counted }

    const limit = Math.min(query.limit, counted - query.offset)
    const behind = counted - query.offset - limit
    const isNear = query.offset <= behind
    const page = isNear ? near(db) : far(db)
    const items = await page.execute({ ...query, limit, offset: isNear ? query.offset : behind })
    return { items: items as Item[], total: counted }
  }
}

function pageOf({ ids, rows, id, by, newestFirst }: Listing, fromTheEnd: boolean) {
  const order = (isDescending: boolean) => by.map((column) => (isDescending ? desc(column) : asc(column)))
  const wanted = ids()
    .orderBy(...order(newestFirst !== fromTheEnd))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  return rows()
    .where(inArray(id, wanted))
    .orderBy(...order(newestFirst))
}
