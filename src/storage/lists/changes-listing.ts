import { eq, inArray, min, sql } from 'drizzle-orm'
import { buildBulkStatement } from '../rows/bulk.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import { buildPageReader, buildTotalQuery, type ListedPage, type Listing, type PageSpan } from './listing.ts'

/** Greatest number of changes that are found by their time and sorted here. */
const mostSorted = 5_000

/** A list of what changed since an instant. `choose` uses the index of changes, `chooseInOrder` the order of the whole list. */
type ChangesListing = Listing & { readonly chooseInOrder: Listing['choose'] }

type ChangesQuery = { readonly operatorId: number; readonly updatedSince: number }

/** Facts of a list apart from its statements. */
type ListedWhole<Item, Query> = {
  readonly idOf: (item: Item) => number
  /** Reads the whole list. */
  readonly whole: (db: Reader, query: Query & PageSpan) => Promise<ListedPage<Item>>
  readonly firstChange: (db: Reader, operatorId: number) => Promise<number>
}

/**
 * A list of what changed since an instant. Few changes are found by their time and sorted. If everything has changed since, it
 * reads the whole list. Otherwise it walks through the list if that meets enough changes, and counts them one by one.
 */
export function buildChangesListing<Item, Query extends ChangesQuery>(
  name: string,
  make: (handle: Reader) => ChangesListing,
  { idOf, whole, firstChange }: ListedWhole<Item, Query>,
) {
  const total = buildTotalQuery(name, make)
  const walk = buildPageReader<Item, Query>(name, (handle) => ({ ...make(handle), choose: make(handle).chooseInOrder }))
  const changes = prepareStatement(`${name}_changes`, (handle) => {
    const { choose, id, by } = make(handle)
    return choose({ id, at: by[0] ?? id }).limit(mostSorted + 1)
  })
  const rowsOf = buildBulkStatement(`${name}_rows`, ['id'], (handle, places) => {
    const { rows, id } = make(handle)
    return rows().where(
      inArray(
        id,
        places.map((place) => place.id),
      ),
    )
  })
  const direction = (db: Reader) => (make(db).newestFirst ? -1 : 1)

  return async (db: Reader, query: Query & PageSpan): Promise<ListedPage<Item>> => {
    const changed = (await changes(db).execute(query as Record<string, unknown>)) as { id: number; at: number }[]
    if (changed.length > mostSorted) {
      const isAll = query.updatedSince <= (await firstChange(db, query.operatorId))
      return isAll ? whole(db, query) : walk(db, query, await total(db, query))
    }
    const { offset, limit } = query
    const sign = direction(db)
    const wanted = changed.sort((a, b) => sign * (a.at - b.at || a.id - b.id)).slice(offset, offset + limit)
    const found = new Map(((await rowsOf(db, wanted)).flat() as Item[]).map((item) => [idOf(item), item]))
    return { items: wanted.flatMap(({ id }) => found.get(id) ?? []), total: changed.length }
  }
}

/** A query for the earliest instant (ms) at which a row of an operator last changed; 0 without rows. */
export function buildFirstChangeQuery(table: 'offers' | 'bookings') {
  const statement = prepareStatement(`first_change_in_${table}`, ({ db, t }) =>
    db
      .select({ at: min(t[table].updatedAt) })
      .from(t[table])
      .where(eq(t[table].operatorId, sql.placeholder('operatorId'))),
  )
  return async (db: Reader, operatorId: number): Promise<number> => (await statement(db).execute({ operatorId }))[0]?.at ?? 0
}
