import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Route, Router, Switch } from 'wouter'
import { base } from '../api/address.ts'
import { queries } from '../api/queries.ts'
import { Skeleton } from '../parts/list-states.tsx'
import { SignIn } from '../sign-in/sign-in.tsx'
import { theme } from '../theme/theme.ts'
import type { OfficeApp } from './page.ts'
import { Shell } from './shell.tsx'
import { StartBoundary } from './start-boundary.tsx'

/** An office app with its theme, its queries and its sign-in. `children` are routes for people who are not signed in. */
export function OfficeRoot({ office, children }: { readonly office: OfficeApp; readonly children?: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>
        <Router base={base}>
          <Switch>
            <Route path="/sign-in" component={SignIn} />
            {children}
            <Route>
              <StartBoundary>
                <Suspense fallback={<Skeleton rows={8} />}>
                  <Shell office={office} />
                </Suspense>
              </StartBoundary>
            </Route>
          </Switch>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  )
}
