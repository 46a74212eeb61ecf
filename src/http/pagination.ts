import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Reader } from '../storage/storage.ts'
import { type Contract, read, type Showing } from './contract.ts'
import { pathOf, type RequestContext } from './request-context.ts'
import { nullable, record } from './schema.ts'

/** The part of a list that was asked for. */
export type Page = { readonly page: number; readonly perPage: number }

/** One page of a list and how many things the whole list holds. */
export type FoundPage<Item> = { readonly items: readonly Item[]; readonly total: number }

type Link = { url: string | null; label: string; active: boolean }

/** Far beyond any list, and still an offset that a database can count to. */
const lastAskable = 1_000_000

/** Reads `page` and `per_page`: a number out of range is the nearest bound, anything else the default. */
export function readPageAsked({ page, per_page }: { page?: string; per_page?: string }): Page {
  return { page: readNumber(page, 1, lastAskable, 1), perPage: readNumber(per_page, 1, 100, 25) }
}

function readNumber(text: string | undefined, least: number, most: number, otherwise: number): number {
  return text !== undefined && /^-?\d+$/.test(text) ? Math.min(Math.max(Number(text), least), most) : otherwise
}

/** One page of a list under its absolute `path`; `query` is kept in every link. */
export type Listed<Item> = FoundPage<Item> & Page & { readonly path: string; readonly query: Iterable<readonly [string, string]> }

/** The pages of a list whose items are shown so. */
export function pageContract<Schema extends TSchema, Item, Shown extends TSchema = Schema>(
  item: Schema,
  show: (item: Item, showing: Showing) => Static<Shown>,
  shown?: Shown,
): Contract<Listed<Item>, ReturnType<typeof paginated<Schema>>, ReturnType<typeof paginate<Static<Shown>>>> {
  const schema = paginated(item)
  return {
    schema,
    show: (list, showing) => paginate({ ...list, items: list.items.map((one) => show(one, showing)) }),
    shown: shown ? paginated(shown) : schema,
  }
}

/** Reads the page a query asks for and shows it under this request's address. */
export function list<Item, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Listed<Item>, Schema, Body>,
  query: { page?: string; per_page?: string },
  find: (db: Reader, page: Page) => Promise<FoundPage<Item>>,
): Promise<Response> {
  const page = readPageAsked(query)
  const search = context.url.indexOf('?')
  const address = {
    path: context.baseUrl + pathOf(context.url),
    query: new URLSearchParams(search < 0 ? '' : context.url.slice(search)),
  }
  return read(context, view, async (db) => ({ ...(await find(db, page)), ...page, ...address }))
}

/** One page as Laravel's `LengthAwarePaginator` writes it, with `page` last in every link. */
export function paginate<Item>(list: Listed<Item>) {
  const { items, total, page, perPage, path } = list
  const kept = [...list.query].filter(([name]) => name !== 'page').map(([name, value]) => `${encode(name)}=${encode(value)}&`)
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const urlOf = (number: number) => `${path}?${kept.join('')}page=${number}`
  const from = items.length === 0 ? null : (page - 1) * perPage + 1
  const prev = page > 1 ? urlOf(page - 1) : null
  const next = page < lastPage ? urlOf(page + 1) : null
  return {
    data: [...items],
    links: { first: urlOf(1), last: urlOf(lastPage), prev, next },
    meta: {
      current_page: page,
      from,
      last_page: lastPage,
      links: [
        { url: prev, label: '&laquo; Previous', active: false },
        ...window(page, lastPage).map(
          (number): Link =>
            number === null
              ? { url: null, label: '...', active: false }
              : { url: urlOf(number), label: String(number), active: number === page },
        ),
        { url: next, label: 'Next &raquo;', active: false },
      ],
      path,
      per_page: perPage,
      to: from === null ? null : from + items.length - 1,
      total,
    },
  }
}

const url = nullable(Type.String())

export const Links = record({ first: url, last: url, prev: url, next: url })

export const PageLink = record({ url, label: Type.String(), active: Type.Boolean() })

export const Meta = record({
  current_page: Type.Integer({ minimum: 1 }),
  from: nullable(Type.Integer({ minimum: 1 })),
  last_page: Type.Integer({ minimum: 1 }),
  links: Type.Array(PageLink),
  path: nullable(Type.String()),
  per_page: Type.Integer({ minimum: 0 }),
  to: nullable(Type.Integer({ minimum: 1 })),
  total: Type.Integer({ minimum: 0 }),
})

/** The envelope of a list of these, for a route's `response`. */
export function paginated<Item extends TSchema>(item: Item) {
  return record({ data: Type.Array(item), links: Links, meta: Meta })
}

/** The page numbers that are shown, null for a gap: three on each side, two at the ends (Laravel's `UrlWindow`). */
function window(page: number, last: number): (number | null)[] {
  if (last < 14) return range(1, last)
  if (page <= 7) return [...range(1, 10), null, ...range(last - 1, last)]
  if (page > last - 7) return [1, 2, null, ...range(last - 9, last)]
  return [1, 2, null, ...range(page - 3, page + 3), null, ...range(last - 1, last)]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** RFC 3986, as PHP's `rawurlencode`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
