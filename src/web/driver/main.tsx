import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { useApp } from './app.ts'
import { CheckPage } from './check.tsx'
import { MePage } from './me.tsx'
import { NotFound } from './not-found.tsx'
import { NowPage } from './now.tsx'
import { ProblemPage } from './problem.tsx'
import { Tabs, TopOfPage, Tracking } from './shell.tsx'
import { SignIn } from './sign-in.tsx'
import { startApp } from './start.ts'
import { TripPage } from './trip.tsx'
import { TripsPage } from './trips.tsx'
import { canBeKept, registerWorker } from './worker-link.ts'

const titles: readonly (readonly [RegExp, string])[] = [
  [/^\/sign-in$/, 'Sign in'],
  [/^\/trips$/, 'Trips'],
  [/\/problem$/, 'Problem'],
  [/^\/trips\//, 'Trip'],
  [/^\/check$/, 'Check'],
  [/^\/me$/, 'Me'],
  [/^\/.+/, 'Page not found'],
]

function DriverApp() {
  const { isReady, page } = useApp()
  useEffect(() => {
    document.title = `${titles.find(([path]) => path.test(page))?.[1] ?? 'Now'} · Charabanc`
  }, [page])
  // The same as the page says before any script: what was painted first stays until there is something to show.
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
        <SignIn />
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
      <Tabs />
    </>
  )
}

function KeptOrNot() {
  if (canBeKept) return null
  return (
    <div class="page">
      <p class="quiet">
        Over plain http this app cannot be kept on the phone: leave it open while there is no network. Nor can it tell the office
        where you are.
      </p>
      <details class="fold">
        <summary>How the office changes that</summary>
        <p>
          The server needs a name with a certificate: either a proxy in front of it that speaks https, or its own settings
          <code> tls_cert</code> and <code>tls_key</code>. Then <code>base_url</code> is the https address, and you open the app
          there and sign in once more. Send what is saved here first.
        </p>
      </details>
    </div>
  )
}

function Page({ page }: { readonly page: string }) {
  const { mended } = useApp()
  const [, ref = '', isProblem] = /^\/trips\/([^/]+)(\/problem)?$/.exec(page) ?? []
  const key = `${ref} ${mended}`
  if (ref !== '') return isProblem === undefined ? <TripPage key={key} tripRef={ref} /> : <ProblemPage key={key} tripRef={ref} />
  if (page === '/trips') return <TripsPage />
  if (page === '/check') return <CheckPage key={key} />
  if (page === '/me') return <MePage />
  return page === '/' ? <NowPage /> : <NotFound />
}

render(<DriverApp />, document.getElementById('driver') as HTMLElement)
void startApp()
void registerWorker()
