import type { Ability } from '../../domain/ability.ts'

/** A search result of the server. */
export type Hit = {
  readonly kind: string
  readonly id: string | number
  readonly title: string
  readonly subtitle: string | null
}

/** A line of the search list: its text and its target. */
export type PaletteLine = { readonly key: string; readonly label: string; readonly detail: string | null; readonly href: string }

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
    return removeEmptyGroups([{ title: 'Assign', choices: listAssignmentChoices(hits) }])
  const found = Object.entries(kinds).map(([kind, [title, hrefOf]]) => ({
    title,
    choices: hits
      .filter((hit) => hit.kind === kind)
      .map((hit) => ({ key: `${kind} ${hit.id}`, label: hit.title, detail: hit.subtitle, href: hrefOf(hit) })),
  }))
  const titled = pages.filter(({ title }) => hasWordStart(title, text))
  return removeEmptyGroups([
    { title: 'Actions', choices: can('quotes:write') && hasWordStart(newBooking.label, text) ? [newBooking] : [] },
    ...found,
    { title: 'Pages', choices: titled.map(({ title, path }) => ({ key: path, label: title, detail: null, href: path })) },
  ])
}

const newBooking: PaletteLine = { key: 'new', label: 'New booking', detail: 'Enter a trip for your customer', href: '/new' }

/** The lines under “assign”: the bookings found, each with its crew as the target. */
function listAssignmentChoices(hits: readonly Hit[]): readonly PaletteLine[] {
  return hits
    .filter(({ kind }) => kind === 'booking')
    .map(({ id, title, subtitle }) => ({
      key: `assign ${id}`,
      label: `Assign ${title}`,
      detail: subtitle,
      href: `/bookings/${id}?assign=1`,
    }))
}

/** Whether a word of the title begins with the typed text. */
function hasWordStart(title: string, text: string): boolean {
  if (text.length < leastTyped) return false
  return ` ${title.toLowerCase()}`.includes(` ${text.toLowerCase()}`)
}

function removeEmptyGroups(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  return groups.filter(({ choices }) => choices.length > 0)
}
