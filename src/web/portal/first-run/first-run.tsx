import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { requireAnswer } from '../../office/api/client.ts'
import { toFailure } from '../../office/api/failure.ts'
import { Failed, Skeleton } from '../../office/parts/list-states.tsx'
import { createSetupClient } from './setup.ts'
import { SetupForm } from './setup-form.tsx'
import './first-run.css'

/** The setup page. A new server prints its address; without the token in the address it shows nothing. */
export function FirstRun() {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    document.title = 'Set up · Charabanc'
    // The address may be pasted into a tab that already shows this page.
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
      <p>Open the address that the server printed when it started. It ends in # and a long code.</p>
      <p>
        To print a new address, run <code>charabanc setup link</code> on the server.
      </p>
    </>
  )
}

function Setup({ token }: { readonly token: string }) {
  const state = useQuery({
    queryKey: ['setup', token],
    queryFn: async ({ signal }) => (await requireAnswer(createSetupClient(token).GET('/portal/setup/state', { signal }))).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (state.data !== undefined) return <SetupForm token={token} state={state.data} />
  if (state.error === null) return <Skeleton rows={8} />
  const failure = toFailure(state.error)
  if (failure.code === 'setup_finished') return <Finished />
  if (failure.status === 401) return <NotHere />
  return <Failed failure={failure} retry={state.refetch} />
}

function Finished() {
  return (
    <>
      <p>This server is already set up.</p>
      <p>
        <a href="sign-in">Office sign-in</a>
      </p>
    </>
  )
}
