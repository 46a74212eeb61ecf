import { Suspense, useEffect, useRef } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { keepLive } from '../api/live.ts'
import { queries } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { Skeleton } from '../parts/list-states.tsx'
import { NewsRegion } from '../parts/news-region.tsx'
import { isRouteOpenTo } from '../route.ts'
import { routes } from '../routes.ts'
import { keepSignedIn } from './keep-signed-in.ts'
import { KeyList } from './key-list.tsx'
import { type Keys, useKeys } from './keys.ts'
import { PortalNotFound } from './not-found.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { Rail, Siblings, useEntries } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { ZoneLine } from './zone-line.tsx'

/** The frame around every page of a signed-in person. */
export function Shell() {
  const session = useSession()
  const [location, navigate] = useLocation()
  const main = useRef<HTMLElement>(null)
  const entries = useEntries()

  useEffect(() => keepLive(queries), [])
  useEffect(() => keepSignedIn(session.expiresAt), [session.expiresAt])

  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with the page
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else main.current?.focus({ preventScroll: false })
  }, [location])

  const goTo = entries.map(({ key, label, href }) => [`g ${key}`, { says: label, run: () => navigate(href) }] as const)
  useKeys(Object.fromEntries(goTo) as Keys)

  const [first] = entries
  const hasHome = routes.some((route) => route.path === '/' && isRouteOpenTo(session, route))
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to content
      </a>
      <TopBar />
      <Rail />
      <main id="page" className="page" ref={main} tabIndex={-1}>
        <OfflineBar />
        <Siblings />
        <ZoneLine />
        <PageBoundary key={location}>
          <Suspense fallback={<Skeleton rows={8} />}>
            <Switch>
              {routes
                .filter((route) => isRouteOpenTo(session, route))
                .map(({ path, page }) => (
                  <Route key={path} path={path} component={page} />
                ))}
              {!hasHome && first && (
                <Route path="/">
                  <Redirect to={first.href} replace />
                </Route>
              )}
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
