import { asc, count, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteSelect } from 'drizzle-orm/sqlite-core'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'

/** The requested part of a list. */
export type PageSpan = { readonly limit: number; readonly offset: number }

/** A requested page of a list; `page` counts from 1. */
export type PageAsked = { readonly page: number; readonly perPage: number }

export function toPageSpan({ page, perPage }: PageAsked): PageSpan {
  return { limit: perPage, offset: (page - 1) * perPage }
}

export type Listing = {
  /** Selects columns of all listed rows, as a new query each time. A list is cheap while one index holds its columns. */
  readonly choose: (columns: Record<string, SQLiteColumn>) => SQLiteSelect
  /** The rows of a page, before `id` picks from them. */
  readonly rows: () => SQLiteSelect
  readonly id: SQLiteColumn
  /** Columns of the sort order, the id last so that no two rows are equal. */
  readonly by: readonly SQLiteColumn[]
  readonly newestFirst: boolean
}

export type ListedPage<Item> = { items: Item[]; total: number }

/**
 * A list that is counted and read page by page. A page selects its ids first, from the nearer end, and reads only their rows;
 * past the end it reads nothing.
 */
export function buildListing<Item, Query extends object>(name: string, make: (handle: Reader) => Listing) {
  const total = buildTotalQuery(name, make)
  const page = buildPageReader<Item, Query>(name, make)
  return async (db: Reader, query: Query & PageSpan): Promise<ListedPage<Item>> => page(db, query, await total(db, query))
}

/** A query for the number of listed rows, by counting them. */
export function buildTotalQuery(name: string, make: (handle: Reader) => Pick<Listing, 'choose' | 'id'>) {
  const statement = prepareStatement(`${name}_total`, (handle) => {
    const { choose, id } = make(handle)
    return handle.db.select({ total: count() }).from(choose({ id }).as('listed'))
  })
  return async (db: Reader, query: object): Promise<number> =>
    takeFirstRow(await statement(db).execute(query as Record<string, unknown>))?.total ?? 0
}

/** The distance of a page from the first or last row, from which it is read, and the length of the list. */
export type Distance = { readonly offset: number; readonly fromTheEnd: boolean; readonly total: number }

/** Reads the page of a query out of this many rows. `shorten` returns other limits that reach the same page sooner. */
export function buildPageReader<Item, Query extends object>(
  name: string,
  make: (handle: Reader) => Listing,
  shorten?: (db: Reader, query: Query, reach: Distance) => Promise<object>,
) {
  const near = prepareStatement(`${name}_near`, (handle) => buildPageQuery(make(handle), false))
  const far = prepareStatement(`${name}_far`, (handle) => buildPageQuery(make(handle), true))

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

function buildPageQuery({ choose, rows, id, by, newestFirst }: Listing, fromTheEnd: boolean) {
  const wanted = choose({ id })
    .orderBy(...orderColumns(by, newestFirst !== fromTheEnd))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  return rows()
    .where(inArray(id, wanted))
    .orderBy(...orderColumns(by, newestFirst))
}

function orderColumns(by: readonly SQLiteColumn[], isDescending: boolean): SQL[] {
  return by.map((column) => (isDescending ? desc(column) : asc(column)))
}
