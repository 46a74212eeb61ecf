import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { useApp } from './app.ts'
import { CheckPage } from './check.tsx'
import { MePage } from './me.tsx'
import { DriverNotFound } from './not-found.tsx'
import { NowPage } from './now.tsx'
import { ProblemPage } from './problem.tsx'
import { DriverTabs, TopOfPage, Tracking } from './shell.tsx'
import { DriverSignIn } from './sign-in.tsx'
import { startApp } from './start.ts'
import { DriverTripScreen } from './trip.tsx'
import { TripsPage } from './trips.tsx'
import { canBeKept, registerWorker } from './worker-link.ts'

const titles: readonly (readonly [RegExp, string])[] = [
  [/^\/sign-in$/, 'Sign in'],
  [/^\/trips$/, 'Jobs'],
  [/\/problem$/, 'Problem'],
  [/^\/trips\//, 'Job'],
  [/^\/check$/, 'Check'],
  [/^\/me$/, 'Me'],
  [/^\/.+/, 'Page not found'],
]

function DriverApp() {
  const { isReady, page } = useApp()
  useEffect(() => {
    document.title = `${titles.find(([path]) => path.test(page))?.[1] ?? 'Now'} · Charabanc`
  }, [page])
  // The first paint, which has the same text as the page without a script, remains until the state is ready.
  if (!isReady) {
    return (
      <main class="page">
        <p class="quiet">One moment…</p>
      </main>
    )
  }
  if (page === '/sign-in') {
    return (
      <>
        <Tracking />
        <DriverSignIn />
        <KeptOrNot />
      </>
    )
  }
  return (
    <>
      <Tracking />
      <TopOfPage />
      <Page page={page} />
      <KeptOrNot />
      <DriverTabs />
    </>
  )
}

function KeptOrNot() {
  if (canBeKept) return null
  return (
    <div class="page">
      <p class="quiet">
        This connection is not encrypted, so the app cannot be installed. Keep it open. It cannot share your location.
      </p>
      <details class="fold">
        <summary>Instructions for the office</summary>
        <p>
          The server needs a certificate: use a proxy with https, or the settings <code>tls_cert</code> and <code>tls_key</code>.
          Set <code>base_url</code> to the https address. Send the saved reports, open the app there and sign in again.
        </p>
      </details>
    </div>
  )
}

function Page({ page }: { readonly page: string }) {
  const { mended } = useApp()
  const [, ref = '', isProblem] = /^\/trips\/([^/]+)(\/problem)?$/.exec(page) ?? []
  const key = `${ref} ${mended}`
  if (ref !== '')
    return isProblem === undefined ? <DriverTripScreen key={key} tripRef={ref} /> : <ProblemPage key={key} tripRef={ref} />
  if (page === '/trips') return <TripsPage />
  if (page === '/check') return <CheckPage key={key} />
  if (page === '/me') return <MePage />
  return page === '/' ? <NowPage /> : <DriverNotFound />
}

render(<DriverApp />, document.getElementById('driver') as HTMLElement)
void startApp()
void registerWorker()
