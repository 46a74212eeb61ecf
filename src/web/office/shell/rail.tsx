import { Menu } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { Changing } from '../parts/changing.tsx'
import { Icon } from '../parts/icon.tsx'
import { canOpenPage, isListedPage, type OfficeApp, type OfficePage, type RailEntry } from './page.ts'
import { usePageHere } from './page-here.ts'

/** A React hook that returns the entries for this person, each with the address of its first page. */
export function useEntries({ pages, rail }: OfficeApp): readonly (RailEntry & { readonly href: string })[] {
  const session = useSession()
  return rail.flatMap((entry) => {
    const first = pages.find((page) => page.rail === entry.name && isListedPage(page) && canOpenPage(session, page))
    return first === undefined ? [] : [{ ...entry, href: first.path }]
  })
}

/** Number of entries in the bar of a phone. The others are in its menu More. */
const shownOnPhones = 4

/** The rail on the left, or on phones the bar at the bottom. A number shows the waiting items of an entry. */
export function Rail({ office }: { readonly office: OfficeApp }) {
  const here = usePageHere(office.pages)
  const waiting = new Map(Object.entries(office.useWaiting?.() ?? {}))
  const entries = useEntries(office)
  const more = entries.slice(shownOnPhones)
  return (
    <nav className="rail" aria-label="Main">
      {entries.map(({ name, icon, label, short, href }, nth) => (
        <Link
          key={name}
          href={href}
          aria-current={here?.rail === name ? 'page' : undefined}
          data-more={nth >= shownOnPhones || undefined}
        >
          <Icon name={icon} />
          <span className="rail-label">{label}</span>
          <span className="rail-short">{short}</span>
          {(waiting.get(name) ?? 0) > 0 && (
            <span className="rail-count">
              <Changing text={String(waiting.get(name))} />
              <span className="unseen"> waiting</span>
            </span>
          )}
        </Link>
      ))}
      {more.length > 0 && (
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <button type="button" className="rail-more" aria-current={more.some(({ name }) => name === here?.rail) || undefined}>
              <Icon name="dots" />
              More
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ name, label, href }) => (
              <Menu.Item key={name} component={Link} href={href}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  )
}

/** The other pages of the same rail entry, as tabs or as a list with headings. Empty for a single page. */
export function Siblings({ pages }: OfficeApp) {
  const session = useSession()
  const [location] = useLocation()
  const here = usePageHere(pages)
  const siblings = pages.filter(
    (page) => here?.rail !== undefined && page.rail === here.rail && isListedPage(page) && canOpenPage(session, page),
  )
  if (siblings.length < 2 || here === null || !isListedPage(here)) return null
  const links = (shown: readonly OfficePage[]) =>
    shown.map(({ path, title }) => (
      <Link key={path} href={path} aria-current={path === location ? 'page' : undefined}>
        {title}
      </Link>
    ))
  if (here.group === undefined) {
    return (
      <nav className="tabs" aria-label="Pages in this section">
        {links(siblings)}
      </nav>
    )
  }
  return (
    <nav className="side-list" aria-label="Pages in this section">
      {[...Map.groupBy(siblings, ({ group }) => group ?? '')].map(([group, shown]) => (
        <fieldset key={group}>
          <legend>{group}</legend>
          {links(shown)}
        </fieldset>
      ))}
    </nav>
  )
}
