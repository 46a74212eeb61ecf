import { Suspense, useEffect, useRef } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { Skeleton } from '../parts/list-states.tsx'
import { NewsRegion } from '../parts/news-region.tsx'
import { keepSignedIn } from './keep-signed-in.ts'
import { KeyList } from './key-list.tsx'
import { type Keys, useKeys } from './keys.ts'
import { NotFound } from './not-found.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { canOpenPage, type OfficeApp } from './page.ts'
import { PageBoundary } from './page-boundary.tsx'
import { Rail, Siblings, useEntries } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { ZoneLine } from './zone-line.tsx'

/** The frame around every page of a signed-in person. */
export function Shell({ office }: { readonly office: OfficeApp }) {
  const session = useSession()
  const [location, navigate] = useLocation()
  const main = useRef<HTMLElement>(null)
  const { pages, keepLive } = office
  const entries = useEntries(office)

  useEffect(keepLive, [keepLive])
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
  const openPages = pages.filter((page) => canOpenPage(session, page))
  const hasHome = openPages.some(({ path }) => path === '/')
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to content
      </a>
      <TopBar {...office} />
      <Rail office={office} />
      <main id="page" className="page" ref={main} tabIndex={-1}>
        <OfflineBar />
        <Siblings {...office} />
        <ZoneLine />
        <PageBoundary key={location}>
          <Suspense fallback={<Skeleton rows={8} />}>
            <Switch>
              {openPages.map(({ path, page }) => (
                <Route key={path} path={path} component={page} />
              ))}
              {!hasHome && first && (
                <Route path="/">
                  <Redirect to={first.href} replace />
                </Route>
              )}
              <Route>
                <NotFound />
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
