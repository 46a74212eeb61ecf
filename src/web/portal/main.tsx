import { Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Route } from 'wouter'
import { Skeleton } from '../office/parts/list-states.tsx'
import { OfficeRoot } from '../office/shell/office-root.tsx'
import { loadLater } from '../office/shell/page.ts'
import { portal } from './office.ts'
import './settings/settings-list.css'

const FirstRun = loadLater(() => import('./first-run/first-run.tsx'), 'FirstRun')

function Portal() {
  return (
    <OfficeRoot office={portal}>
      <Route path="/setup">
        <Suspense fallback={<Skeleton rows={8} />}>
          <FirstRun />
        </Suspense>
      </Route>
    </OfficeRoot>
  )
}

import.meta.hot.accept()
// biome-ignore lint/suspicious/noAssignInExpressions: the bundler folds only this form to createRoot(element)
const react = (import.meta.hot.data.root ??= createRoot(document.getElementById('office') as HTMLElement)) as Root
react.render(<Portal />)
