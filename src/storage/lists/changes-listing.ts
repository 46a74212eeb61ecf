import { eq, inArray, min, sql } from 'drizzle-orm'
import { inBulk } from '../rows/bulk.ts'
import { prepared, type Reader } from '../storage.ts'
import { type ListedPage, type Listing, type PageSpan, pagesOf, totalOf } from './listing.ts'

/** Greatest number of changes that are found by when they were made, and sorted here. */
const mostSorted = 5_000

/**
 * A list of what changed since an instant. `choose` finds it by the index of changes, `chooseInOrder` in the whole list
 * as that is sorted.
 */
type ChangesListing = Listing & { readonly chooseInOrder: Listing['choose'] }

type ChangesQuery = { readonly operatorId: number; readonly updatedSince: number }

/** Facts of a list beside its statements. */
type ListedWhole<Item, Query> = {
  readonly idOf: (item: Item) => number
  /** Reads the whole list, whenever its rows changed. */
  readonly whole: (db: Reader, query: Query & PageSpan) => Promise<ListedPage<Item>>
  readonly firstChange: (db: Reader, operatorId: number) => Promise<number>
}

/**
 * A list of what changed since an instant. Few changes are looked up by their time and sorted; where everything changed since, it is
 * the whole list; else a walk through that meets enough of them, and they are counted one by one.
 */
export function changesListing<Item, Query extends ChangesQuery>(
  name: string,
  make: (handle: Reader) => ChangesListing,
  { idOf, whole, firstChange }: ListedWhole<Item, Query>,
) {
  const total = totalOf(name, make)
  const walk = pagesOf<Item, Query>(name, (handle) => ({ ...make(handle), choose: make(handle).chooseInOrder }))
  const changes = prepared(`${name}_changes`, (handle) => {
    const { choose, id, by } = make(handle)
    return choose({ id, at: by[0] ?? id }).limit(mostSorted + 1)
  })
  const rowsOf = inBulk(`${name}_rows`, ['id'], (handle, places) => {
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

/** A query for the earliest instant (ms) at which a row of an operator last changed; 0 where it has none. */
export function firstChangeIn(table: 'offers' | 'bookings') {
  const statement = prepared(`first_change_in_${table}`, ({ db, t }) =>
    db
      .select({ at: min(t[table].updatedAt) })
      .from(t[table])
      .where(eq(t[table].operatorId, sql.placeholder('operatorId'))),
  )
  return async (db: Reader, operatorId: number): Promise<number> => (await statement(db).execute({ operatorId }))[0]?.at ?? 0
}
