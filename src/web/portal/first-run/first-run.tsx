import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { answerOf } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { Failed, Skeleton } from '../parts/list-states.tsx'
import { clientWith } from './setup.ts'
import { SetupForm } from './setup-form.tsx'

/** The page at the address that a server without operators prints; who has not read it off the server sees nothing of it. */
export function FirstRun() {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    document.title = 'Set up · Charabanc'
    // The address may be pasted into a tab that stands here already.
    const onHash = () => location.reload()
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])
  return (
    <main className="first-run">
      <h1>Set up your office</h1>
      {token === '' ? <NotHere /> : <Setup token={token} />}
    </main>
  )
}

function NotHere() {
  return (
    <>
      <p>This page opens with the address that the server printed when it started. It ends in a long code behind a #.</p>
      <p>
        Gone from the screen? On the server, <code>charabanc setup link</code> prints a new one.
      </p>
    </>
  )
}

function Setup({ token }: { readonly token: string }) {
  const state = useQuery({
    queryKey: ['setup', token],
    queryFn: async ({ signal }) => (await answerOf(clientWith(token).GET('/portal/setup/state', { signal }))).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (state.data !== undefined) return <SetupForm token={token} state={state.data} />
  if (state.error === null) return <Skeleton rows={8} />
  const failure = asFailure(state.error)
  if (failure.code === 'setup_finished') return <Finished />
  if (failure.status === 401) return <NotHere />
  return <Failed failure={failure} retry={state.refetch} />
}

function Finished() {
  return (
    <>
      <p>This server is set up already.</p>
      <p>
        <a href="sign-in">Sign in to the office</a>
      </p>
    </>
  )
}
