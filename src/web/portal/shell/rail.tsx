import { Link, useLocation } from 'wouter'
import { useCounts } from '../api/board.ts'
import { useSession } from '../api/session.ts'
import { Changing } from '../parts/changing.tsx'
import { Icon } from '../parts/icon.tsx'
import { isListedRoute, isRouteOpenTo, type RailName } from '../route.ts'
import { routes } from '../routes.ts'
import { useRouteHere } from './route-here.ts'

type Entry = { readonly name: RailName; readonly label: string; readonly short: string; readonly key: string }

const entries: readonly Entry[] = [
  { name: 'today', label: 'Today', short: 'Today', key: 't' },
  { name: 'inbox', label: 'Inbox', short: 'Inbox', key: 'i' },
  { name: 'diary', label: 'Diary', short: 'Diary', key: 'd' },
  { name: 'money', label: 'Money', short: 'Money', key: 'm' },
  { name: 'people', label: 'People & fleet', short: 'People', key: 'p' },
  { name: 'numbers', label: 'Reports', short: 'Reports', key: 'n' },
  { name: 'settings', label: 'Settings', short: 'Settings', key: 's' },
]

/** A React hook that returns the entries for this person, each with the address of its first page. */
export function useEntries(): readonly (Entry & { readonly href: string })[] {
  const session = useSession()
  return entries.flatMap((entry) => {
    const page = routes.find((route) => route.rail === entry.name && isListedRoute(route) && isRouteOpenTo(session, route))
    return page === undefined ? [] : [{ ...entry, href: page.path }]
  })
}

/** The rail on the left, or on phones the bar at the bottom. A number shows the waiting items of an entry. */
export function Rail() {
  const here = useRouteHere()
  const { counts, unsafe } = useCounts()
  const waiting: Partial<Record<RailName, number>> = counts
    ? {
        inbox: (counts.requests ?? 0) + (counts.closing ?? 0),
        today: (counts.unstaffed_48h ?? 0) + (counts.incidents_open ?? 0) + unsafe,
      }
    : {}
  return (
    <nav className="rail" aria-label="Main">
      {useEntries().map(({ name, label, short, href }) => (
        <Link key={name} href={href} aria-current={here?.rail === name ? 'page' : undefined}>
          <Icon name={name} />
          <span className="rail-label">{label}</span>
          <span className="rail-short">{short}</span>
          {(waiting[name] ?? 0) > 0 && (
            <span className="rail-count">
              <Changing text={String(waiting[name])} />
              <span className="unseen"> waiting</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** The other pages of the same rail entry, as tabs. Empty for a single page. */
export function Siblings() {
  const session = useSession()
  const [location] = useLocation()
  const here = useRouteHere()
  const pages = routes.filter(
    (route) => here?.rail !== undefined && route.rail === here.rail && isListedRoute(route) && isRouteOpenTo(session, route),
  )
  if (pages.length < 2 || here === null || !isListedRoute(here)) return null
  return (
    <nav className="tabs" aria-label="Pages in this section">
      {pages.map(({ path, title }) => (
        <Link key={path} href={path} aria-current={path === location ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
