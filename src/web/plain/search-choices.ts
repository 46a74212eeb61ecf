import type { Ability } from '../../domain/ability.ts'

/** A search result of the server. */
export type Hit = {
  readonly kind: string
  readonly id: string | number
  readonly title: string
  readonly subtitle: string | null
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
  booking: ['Bookings', ({ id }) => `/bookings/${id}`],
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

/**
 * The choices for a typed text and its results: actions first, then results by kind, then pages. `can` holds the abilities
 * of the reader; `pages` are the pages that the reader can open.
 */
export function listChoices(
  typed: string,
  hits: readonly Hit[],
  can: (ability: Ability) => boolean,
  pages: readonly NamedPage[],
): readonly PaletteGroup[] {
  const text = typed.trim()
  if (assign.test(text) && can('drivers:write'))
    return removeEmptyGroups([{ title: 'Assign', choices: listAssignmentChoices(text, hits) }])
  const found = Object.entries(kinds).map(([kind, [title, hrefOf]]) => ({
    title,
    choices: hits
      .filter((hit) => hit.kind === kind)
      .map((hit) => ({ key: `${kind} ${hit.id}`, kind, ...describeHit(hit, text), href: hrefOf(hit) })),
  }))
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

/** The texts of a result. Of a trip: customer, route, departure; its ref only if the typed text contains a part of it. */
function describeHit({ kind, id, title, subtitle }: Hit, typed: string): Pick<PaletteLine, 'label' | 'detail' | 'note'> {
  if (kind !== 'booking' && kind !== 'job') return { label: title, detail: subtitle, note: null }
  const [, customer] = splitOnce(title, title.indexOf(separator))
  const [route, departs] = splitOnce(subtitle ?? '', (subtitle ?? '').lastIndexOf(separator))
  const words = readSearchText(typed).toLowerCase().split(/\s+/)
  const ref = words.some((word) => String(id).toLowerCase().includes(word)) ? String(id) : null
  const note = [ref, departs].filter((part) => part !== null).join(separator)
  return { label: customer ?? route, detail: customer === null ? null : route, note }
}

const separator = ' · '

function splitOnce(text: string, at: number): readonly [string, string | null] {
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** The lines under “assign”: the bookings found, each with its crew as the target. */
function listAssignmentChoices(typed: string, hits: readonly Hit[]): readonly PaletteLine[] {
  return hits
    .filter(({ kind }) => kind === 'booking')
    .map((hit) => {
      const { label, ...rest } = describeHit(hit, typed)
      return { ...rest, key: `assign ${hit.id}`, kind: 'driver', label: `Assign ${label}`, href: `/bookings/${hit.id}?assign=1` }
    })
}

/** Whether a word of the title begins with the typed text. */
function hasWordStart(title: string, text: string): boolean {
  if (text.length < leastTyped) return false
  return ` ${title.toLowerCase()}`.includes(` ${text.toLowerCase()}`)
}

function removeEmptyGroups(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  return groups.filter(({ choices }) => choices.length > 0)
}
