import type { Ability } from '../../domain/ability.ts'

/** One thing the server found. */
export type Hit = {
  readonly kind: string
  readonly id: string | number
  readonly title: string
  readonly subtitle: string | null
}

/** One line to choose: what it says, and where it leads. */
export type PaletteLine = { readonly key: string; readonly label: string; readonly detail: string | null; readonly href: string }

/** The lines of one kind under their heading. */
export type PaletteGroup = { readonly title: string; readonly choices: readonly PaletteLine[] }

/** Shorter texts find nothing: the server does not look for them. */
export const leastTyped = 2

const kinds: Readonly<Record<string, readonly [title: string, href: (hit: Hit) => string]>> = {
  booking: ['Bookings', ({ id }) => `/bookings/${id}`],
  job: ['Jobs', ({ id }) => `/jobs/${id}`],
  // Their trips: a customer has no page.
  customer: ['Customers', ({ title }) => `/search?q=${encodeURIComponent(title.slice(0, 80))}`],
  driver: ['Drivers', ({ id }) => `/drivers/${id}`],
  vehicle: ['Coaches', ({ id }) => `/vehicles/${id}`],
  invoice: ['Invoices', ({ id }) => `/money?tab=invoices&invoice=${encodeURIComponent(id)}`],
}

const assign = /^assign(?:\s+(.*))?$/i

/** The text that the server is asked for, of what somebody typed: of “assign 7K3” only what stands after the word. */
export function soughtIn(typed: string): string {
  const text = typed.trim()
  return assign.exec(text)?.[1]?.trim() ?? (assign.test(text) ? '' : text)
}

/** A page that can be gone to by its title. */
export type NamedPage = { readonly title: string; readonly path: string }

/**
 * The choices for what was typed and found: what can be done first, then what was found by its kind, then pages. `can`
 * says what somebody may do; the pages are those open to them.
 */
export function choicesFor(
  typed: string,
  hits: readonly Hit[],
  can: (ability: Ability) => boolean,
  pages: readonly NamedPage[],
): readonly PaletteGroup[] {
  const text = typed.trim()
  if (assign.test(text) && can('drivers:write')) return filled([{ title: 'Assign', choices: assignments(hits) }])
  const found = Object.entries(kinds).map(([kind, [title, hrefOf]]) => ({
    title,
    choices: hits
      .filter((hit) => hit.kind === kind)
      .map((hit) => ({ key: `${kind} ${hit.id}`, label: hit.title, detail: hit.subtitle, href: hrefOf(hit) })),
  }))
  const titled = pages.filter(({ title }) => startsWith(title, text))
  return filled([
    { title: 'Do', choices: can('quotes:write') && startsWith(newBooking.label, text) ? [newBooking] : [] },
    ...found,
    { title: 'Pages', choices: titled.map(({ title, path }) => ({ key: path, label: title, detail: null, href: path })) },
  ])
}

const newBooking: PaletteLine = { key: 'new', label: 'New booking', detail: 'Enter a trip for a customer of yours', href: '/new' }

/** The lines under “assign”: the bookings that were found, each leading to its crew. */
function assignments(hits: readonly Hit[]): readonly PaletteLine[] {
  return hits
    .filter(({ kind }) => kind === 'booking')
    .map(({ id, title, subtitle }) => ({
      key: `assign ${id}`,
      label: `Assign ${title}`,
      detail: subtitle,
      href: `/bookings/${id}?assign=1`,
    }))
}

/** Whether a word of the title begins as it was typed. */
function startsWith(title: string, text: string): boolean {
  if (text.length < leastTyped) return false
  return ` ${title.toLowerCase()}`.includes(` ${text.toLowerCase()}`)
}

function filled(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  return groups.filter(({ choices }) => choices.length > 0)
}
