import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Route, Router, Switch } from 'wouter'
import { base } from './api/address.ts'
import { queries } from './api/queries.ts'
import { Skeleton } from './parts/list-states.tsx'
import { loadLater } from './route.ts'
import { Shell } from './shell/shell.tsx'
import { StartBoundary } from './shell/start-boundary.tsx'
import { PortalSignIn } from './sign-in/sign-in.tsx'
import { theme } from './theme.ts'

const FirstRun = loadLater(() => import('./first-run/first-run.tsx'), 'FirstRun')

const element = document.getElementById('portal') as HTMLElement

function Portal() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>
        <Router base={base}>
          <Switch>
            <Route path="/sign-in" component={PortalSignIn} />
            <Route path="/setup">
              <Suspense fallback={<Skeleton rows={8} />}>
                <FirstRun />
              </Suspense>
            </Route>
            <Route>
              <StartBoundary>
                <Suspense fallback={<Skeleton rows={8} />}>
                  <Shell />
                </Suspense>
              </StartBoundary>
            </Route>
          </Switch>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  )
}

import.meta.hot.accept()
// biome-ignore lint/suspicious/noAssignInExpressions: the bundler folds only this form to createRoot(element)
const react = (import.meta.hot.data.root ??= createRoot(element)) as Root
react.render(<Portal />)
