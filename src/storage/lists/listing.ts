import { asc, count, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteSelect } from 'drizzle-orm/sqlite-core'
import { firstRow } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'

/** The part of a list that is wanted. */
export type PageSpan = { readonly limit: number; readonly offset: number }

/** A page of a list as it is asked for; `page` counts from 1. */
export type PageAsked = { readonly page: number; readonly perPage: number }

export function pageSpanOf({ page, perPage }: PageAsked): PageSpan {
  return { limit: perPage, offset: (page - 1) * perPage }
}

export type Listing = {
  /** Reads columns of all that is listed, as a new query each time; the costs of a list stay small where one index holds them. */
  readonly choose: (columns: Record<string, SQLiteColumn>) => SQLiteSelect
  /** The rows as they are read, which `id` picks from. */
  readonly rows: () => SQLiteSelect
  readonly id: SQLiteColumn
  /** Columns that a list is sorted by, the id last so that no two rows are alike. */
  readonly by: readonly SQLiteColumn[]
  readonly newestFirst: boolean
}

export type ListedPage<Item> = { items: Item[]; total: number }

/**
 * A list that is counted and read page by page. A page takes its ids first, from whichever end is nearer, and reads only
 * their rows; past the end nothing is read at all.
 */
export function listing<Item, Query extends object>(name: string, make: (handle: Reader) => Listing) {
  const total = totalOf(name, make)
  const page = pagesOf<Item, Query>(name, make)
  return async (db: Reader, query: Query & PageSpan): Promise<ListedPage<Item>> => page(db, query, await total(db, query))
}

/** A query for the number of rows that are listed, by counting them. */
export function totalOf(name: string, make: (handle: Reader) => Pick<Listing, 'choose' | 'id'>) {
  const statement = prepared(`${name}_total`, (handle) => {
    const { choose, id } = make(handle)
    return handle.db.select({ total: count() }).from(choose({ id }).as('listed'))
  })
  return async (db: Reader, query: object): Promise<number> =>
    firstRow(await statement(db).execute(query as Record<string, unknown>))?.total ?? 0
}

/** The distance of a page from the end of the list it is read from, the first one or the last one, and the length of the list. */
export type Distance = { readonly offset: number; readonly fromTheEnd: boolean; readonly total: number }

/** Reads the page a query asks for out of so many rows. `shorten` answers with what else to ask for, to reach the same page sooner. */
export function pagesOf<Item, Query extends object>(
  name: string,
  make: (handle: Reader) => Listing,
  shorten?: (db: Reader, query: Query, reach: Distance) => Promise<object>,
) {
  const near = prepared(`${name}_near`, (handle) => pageOf(make(handle), false))
  const far = prepared(`${name}_far`, (handle) => pageOf(make(handle), true))

  return async (db: Reader, query: Query & PageSpan, total: number): Promise<ListedPage<Item>> => {
    if (query.offset >= total) return { items: [], total }

    const limit = Math.min(query.limit, total - query.offset)
    const behind = total - query.offset - limit
    const isNear = query.offset <= behind
    const offset = isNear ? query.offset : behind
    const shorter = await shorten?.(db, query, { offset, fromTheEnd: !isNear, total })
    const items = await (isNear ? near(db) : far(db)).execute({ ...query, limit, offset, ...shorter })
    return { items: items as Item[], total }
  }
}

function pageOf({ choose, rows, id, by, newestFirst }: Listing, fromTheEnd: boolean) {
  const wanted = choose({ id })
    .orderBy(...inOrder(by, newestFirst !== fromTheEnd))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  return rows()
    .where(inArray(id, wanted))
    .orderBy(...inOrder(by, newestFirst))
}

function inOrder(by: readonly SQLiteColumn[], isDescending: boolean): SQL[] {
  return by.map((column) => (isDescending ? desc(column) : asc(column)))
}
