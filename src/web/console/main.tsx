import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Route, Router, Switch } from 'wouter'
import { base } from '../portal/api/address.ts'
import { queries } from '../portal/api/queries.ts'
import { Skeleton } from '../portal/parts/list-states.tsx'
import { StartBoundary } from '../portal/shell/start-boundary.tsx'
import { PortalSignIn } from '../portal/sign-in/sign-in.tsx'
import { theme } from '../portal/theme.ts'
import { ConsoleShell } from './console-shell.tsx'

const element = document.getElementById('console') as HTMLElement

function MarketplaceConsole() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>
        <Router base={base}>
          <Switch>
            <Route path="/sign-in" component={PortalSignIn} />
            <Route>
              <StartBoundary>
                <Suspense fallback={<Skeleton rows={8} />}>
                  <ConsoleShell />
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
react.render(<MarketplaceConsole />)
