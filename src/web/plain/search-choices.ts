import type { Ability } from '../../domain/ability.ts'
import { formatDay, toWallDay } from './moment.ts'
import { findRoute } from './words.ts'

/** A search result of the server. */
export type Hit = {
  readonly kind: string
  readonly id: string | number
  readonly title: string
  readonly subtitle: string | null
  /** The facts of a booking or a job. */
  readonly trip?: { readonly summary: string; readonly customer_name: string | null; readonly departs_at: string }
}

/** A line of the search list: its text and its target. The kind decides the icon, and the note is on the right. */
export type PaletteLine = {
  readonly key: string
  readonly kind: string
  readonly label: string
  readonly detail: string | null
  readonly note: string | null
  readonly href: string
}

/** The lines of one kind and their heading. */
export type PaletteGroup = { readonly title: string; readonly choices: readonly PaletteLine[] }

/** Shortest text that the server searches for. */
export const leastTyped = 2

const kinds: Readonly<Record<string, readonly [title: string, href: (hit: Hit) => string]>> = {
  job: ['Jobs', ({ id }) => `/jobs/${id}`],
  // A customer has no page here, so the result opens their trips.
  customer: ['Customers', ({ title }) => `/search?q=${encodeURIComponent(title.slice(0, 80))}`],
  driver: ['Drivers', ({ id }) => `/drivers/${id}`],
  vehicle: ['Vehicles', ({ id }) => `/vehicles/${id}`],
  invoice: ['Invoices', ({ id }) => `/money?tab=invoices&invoice=${encodeURIComponent(id)}`],
}

const assign = /^assign(?:\s+(.*))?$/i

/** The text that the server searches for: of “assign 7K3” only the part after the word. */
export function readSearchText(typed: string): string {
  const text = typed.trim()
  return assign.exec(text)?.[1]?.trim() ?? (assign.test(text) ? '' : text)
}

/** A page that the search can open by its title. */
export type NamedPage = { readonly title: string; readonly path: string }

/** The reader of the choices: their abilities, the pages that they can open, and today (`2026-11-24`). */
export type Searcher = {
  readonly can: (ability: Ability) => boolean
  readonly pages: readonly NamedPage[]
  readonly today: string
}

/**
 * The choices for a typed text and its results: actions first, then results by kind, then pages. Bookings of today and later come
 * first, the next departure on top.
 */
export function listChoices(typed: string, hits: readonly Hit[], searcher: Searcher): readonly PaletteGroup[] {
  const { can, pages, today } = searcher
  const text = typed.trim()
  const bookings = hits.filter(({ kind }) => kind === 'booking')
  const upcoming = bookings.filter(({ trip }) => trip !== undefined && toWallDay(trip.departs_at) >= today).reverse()
  const past = bookings.filter((hit) => !upcoming.includes(hit))
  if (assign.test(text) && can('drivers:write')) {
    const choices = [...upcoming, ...past].map((hit) => describeAssignment(hit, text, today))
    return removeEmptyGroups([{ title: 'Assign', choices }])
  }
  const group = (title: string, found: readonly Hit[], hrefOf: (hit: Hit) => string): PaletteGroup => ({
    title,
    choices: found.map((hit) => ({
      key: `${hit.kind} ${hit.id}`,
      kind: hit.kind,
      ...describeHit(hit, text, today),
      href: hrefOf(hit),
    })),
  })
  const hrefOfBooking = ({ id }: Hit) => `/bookings/${id}`
  const found = [
    group('Upcoming bookings', upcoming, hrefOfBooking),
    group('Past', past, hrefOfBooking),
    ...Object.entries(kinds).map(([kind, [title, hrefOf]]) =>
      group(
        title,
        hits.filter((hit) => hit.kind === kind),
        hrefOf,
      ),
    ),
  ]
  const titled = pages.filter(({ title }) => hasWordStart(title, text))
  return removeEmptyGroups([
    { title: 'Actions', choices: listActions(can).filter(({ label }) => hasWordStart(label, text)) },
    ...found,
    {
      title: 'Pages',
      choices: titled.map(({ title, path }) => ({ ...plainLine, key: path, kind: 'page', label: title, href: path })),
    },
  ])
}

/** The choices before anything is typed: the last opened records, then the actions. */
export function listFirstChoices(opened: readonly NamedPage[], can: (ability: Ability) => boolean): readonly PaletteGroup[] {
  const kindOf = (path: string) => path.split('/')[1]?.replace(/s$/, '') ?? ''
  return removeEmptyGroups([
    {
      title: 'Last opened',
      choices: opened.map(({ title, path }) => ({ ...plainLine, key: path, kind: kindOf(path), label: title, href: path })),
    },
    { title: 'Actions', choices: listActions(can) },
  ])
}

const plainLine = { detail: null, note: null }

function listActions(can: (ability: Ability) => boolean): readonly PaletteLine[] {
  const newBooking = { ...plainLine, key: 'new', kind: 'action', label: 'New booking', href: '/new' }
  const payment = { ...plainLine, key: 'pay', kind: 'action', label: 'Record payment', href: '/money?pay=find' }
  return [...(can('quotes:write') ? [newBooking] : []), ...(can('bookings:read') ? [payment] : [])]
}

/** The texts of a result. Of a trip: customer, route, day of departure; its ref only if the typed text contains a part of it. */
function describeHit(
  { id, title, subtitle, trip }: Hit,
  typed: string,
  today: string,
): Omit<PaletteLine, 'key' | 'kind' | 'href'> {
  if (trip === undefined) return { label: title, detail: subtitle, note: null }
  const { summary, customer_name, departs_at } = trip
  const route = findRoute(summary)
  const words = readSearchText(typed).toLowerCase().split(/\s+/)
  const ref = words.some((word) => String(id).toLowerCase().includes(word)) ? [String(id)] : []
  return {
    label: customer_name ?? route,
    detail: customer_name === null ? null : route,
    note: [...ref, formatDay(departs_at, today)].join(' · '),
  }
}

/** The line of a booking under “assign”, with its crew as the target. */
function describeAssignment(hit: Hit, typed: string, today: string): PaletteLine {
  const { label, ...rest } = describeHit(hit, typed, today)
  return { ...rest, key: `assign ${hit.id}`, kind: 'driver', label: `Assign ${label}`, href: `/bookings/${hit.id}?assign=1` }
}

/** Whether a word of the title begins with the typed text. */
function hasWordStart(title: string, text: string): boolean {
  if (text.length < leastTyped) return false
  return ` ${title.toLowerCase()}`.includes(` ${text.toLowerCase()}`)
}

function removeEmptyGroups(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  return groups.filter(({ choices }) => choices.length > 0)
}
