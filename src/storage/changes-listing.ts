import { sql } from 'drizzle-orm'
import { inBulk } from './bulk.ts'
import { type ListedPage, type Listing, type PageSpan, pagesOf, totalOf } from './listing.ts'
import { prepared, type Reader } from './storage.ts'

/** So many changes are found by when they were made, and sorted here. */
const mostSorted = 5_000

/** What changed since an instant is chosen by the index of changes, or out of the whole list as that is sorted. */
export type ChangesListing = Listing & { readonly chooseInOrder: Listing['choose'] }

/**
 * A list of what changed since an instant. It costs what changed, whatever came before: few changes are looked up by their time and
 * sorted; of many, a walk through the whole list meets enough.
 */
export function changesListing<Item, Query extends object>(
  name: string,
  make: (handle: Reader) => ChangesListing,
  idOf: (item: Item) => number,
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
      sql`${id} in (${sql.join(
        places.map((place) => sql`${place.id}`),
        sql`, `,
      )})`,
    )
  })
  const direction = (db: Reader) => (make(db).newestFirst ? -1 : 1)

  return async (db: Reader, query: Query & PageSpan): Promise<ListedPage<Item>> => {
    const changed = (await changes(db).execute(query as Record<string, unknown>)) as { id: number; at: number }[]
    if (changed.length > mostSorted) return walk(db, query, await total(db, query))
    const { offset, limit } = query
    const sign = direction(db)
    const wanted = changed.sort((a, b) => sign * (a.at - b.at || a.id - b.id)).slice(offset, offset + limit)
    const found = new Map(((await rowsOf(db, wanted)).flat() as Item[]).map((item) => [idOf(item), item]))
    return { items: wanted.flatMap(({ id }) => found.get(id) ?? []), total: changed.length }
  }
}
