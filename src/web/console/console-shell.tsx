import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import { queries } from '../portal/api/queries.ts'
import { useSession } from '../portal/api/session.ts'
import { Icon } from '../portal/parts/icon.tsx'
import { Skeleton } from '../portal/parts/list-states.tsx'
import { NewsRegion } from '../portal/parts/news-region.tsx'
import { AccountMenu } from '../portal/shell/account-menu.tsx'
import { keepSignedIn } from '../portal/shell/keep-signed-in.ts'
import { KeyList } from '../portal/shell/key-list.tsx'
import { type Keys, useKeys } from '../portal/shell/keys.ts'
import { PortalNotFound } from '../portal/shell/not-found.tsx'
import { OfflineBar } from '../portal/shell/offline-bar.tsx'
import { PageBoundary } from '../portal/shell/page-boundary.tsx'
import { ZoneLine } from '../portal/shell/zone-line.tsx'
import { pages } from './pages.ts'
import './console.css'

const pollMs = 15_000
const entries = pages.flatMap(({ path, title, entry }) => (entry === undefined ? [] : [{ path, title, ...entry }]))

/** Reads the visible page again, because the marketplace has no event stream. */
function keepPolling(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void queries.invalidateQueries({ refetchType: 'active' })
  }, pollMs)
  return () => clearInterval(timer)
}

/** The frame around every page of the console. */
export function ConsoleShell() {
  const session = useSession()
  const [location, navigate] = useLocation()
  const main = useRef<HTMLElement>(null)

  useEffect(keepPolling, [])
  useEffect(() => keepSignedIn(session.expiresAt), [session.expiresAt])
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with the page
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else main.current?.focus({ preventScroll: false })
  }, [location])

  const goTo = entries.map(({ key, title, path }) => [`g ${key}`, { says: title, run: () => navigate(path) }] as const)
  useKeys({ ...(Object.fromEntries(goTo) as Keys), n: { says: 'New trip', run: () => navigate('/new') } })
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to content
      </a>
      <header className="top">
        <Link className="brand" href="/" aria-label="Charabanc, home">
          <span aria-hidden="true">C</span>
        </Link>
        <strong className="console-name">Marketplace</strong>
        <span className="top-space" />
        <Button variant="default" component={Link} href="/new" leftSection={<Icon name="plus" />} aria-label="New trip">
          New
        </Button>
        <AccountMenu />
      </header>
      <nav className="rail" aria-label="Main">
        {entries.map(({ path, title, icon }) => (
          <Link key={path} href={path} aria-current={isEntryOfPage(location, path) ? 'page' : undefined}>
            <Icon name={icon} />
            <span className="rail-label">{title}</span>
            <span className="rail-short">{title}</span>
          </Link>
        ))}
      </nav>
      <main id="page" className="page" ref={main} tabIndex={-1}>
        <OfflineBar />
        <ZoneLine />
        <PageBoundary key={location}>
          <Suspense fallback={<Skeleton rows={8} />}>
            <Switch>
              {pages.map(({ path, page }) => (
                <Route key={path} path={path} component={page} />
              ))}
              <Route>
                <PortalNotFound />
              </Route>
            </Switch>
          </Suspense>
        </PageBoundary>
      </main>
      <NewsRegion />
      <KeyList />
    </div>
  )
}

/** Whether a page belongs to a rail entry. Pages of a trip belong to Trips. */
function isEntryOfPage(location: string, path: string): boolean {
  if (path === '/') return location === '/' || location === '/new' || location.startsWith('/trips/')
  return location.startsWith(path)
}
