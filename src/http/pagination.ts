import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Reader } from '../storage/storage.ts'
import { type Contract, respondWithRead, type Showing } from './contract.ts'
import { type RequestContext, readUrlPath } from './request-context.ts'
import { nullable, record } from './schema.ts'

/** The requested part of a list. */
export type Page = { readonly page: number; readonly perPage: number }

/** One page of a list, and the total number of items. */
export type FoundPage<Item> = { readonly items: readonly Item[]; readonly total: number }

type Link = { url: string | null; label: string; active: boolean }

/** Beyond any list, and still a valid offset for a database. */
const lastAskable = 1_000_000

/** Reads `page` and `per_page`. A number out of range becomes the nearest bound, other text the default. */
export function readPageAsked({ page, per_page }: { page?: string; per_page?: string }): Page {
  return { page: parseBoundedNumber(page, 1, lastAskable, 1), perPage: parseBoundedNumber(per_page, 1, 100, 25) }
}

function parseBoundedNumber(text: string | undefined, least: number, most: number, otherwise: number): number {
  return text !== undefined && /^-?\d+$/.test(text) ? Math.min(Math.max(Number(text), least), most) : otherwise
}

/** One page of a list under its absolute `path`. Every link keeps `query`. */
export type Listed<Item> = FoundPage<Item> & Page & { readonly path: string; readonly query: Iterable<readonly [string, string]> }

/** The pages of a list with rendered items. */
export function definePageContract<Schema extends TSchema, Item, Shown extends TSchema = Schema>(
  item: Schema,
  show: (item: Item, showing: Showing) => Static<Shown>,
  shown?: Shown,
): Contract<Listed<Item>, ReturnType<typeof definePageSchema<Schema>>, ReturnType<typeof paginate<Static<Shown>>>> {
  const schema = definePageSchema(item)
  return {
    schema,
    show: (list, showing) => paginate({ ...list, items: list.items.map((one) => show(one, showing)) }),
    shown: shown ? definePageSchema(shown) : schema,
  }
}

/** Reads the page of a query and renders it under this request's address. */
export function respondWithList<Item, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Listed<Item>, Schema, Body>,
  query: { page?: string; per_page?: string },
  find: (db: Reader, page: Page) => Promise<FoundPage<Item>>,
): Promise<Response> {
  const page = readPageAsked(query)
  const search = context.url.indexOf('?')
  const address = {
    path: context.baseUrl + readUrlPath(context.url),
    query: new URLSearchParams(search < 0 ? '' : context.url.slice(search)),
  }
  return respondWithRead(context, view, async (db) => ({ ...(await find(db, page)), ...page, ...address }))
}

/** One page in the format of Laravel's `LengthAwarePaginator`, with `page` last in every link. */
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

/** The schema of a page of these items, for a route's `response`. */
export function definePageSchema<Item extends TSchema>(item: Item) {
  return record({ data: Type.Array(item), links: Links, meta: Meta })
}

/** The shown page numbers, null for a gap: three on each side, two at the ends (Laravel's `UrlWindow`). */
function window(page: number, last: number): (number | null)[] {
  if (last < 14) return range(1, last)
  if (page <= 7) return [...range(1, 10), null, ...range(last - 1, last)]
  if (page > last - 7) return [1, 2, null, ...range(last - 9, last)]
  return [1, 2, null, ...range(page - 3, page + 3), null, ...range(last - 1, last)]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Encodes by RFC 3986, as PHP's `rawurlencode`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
