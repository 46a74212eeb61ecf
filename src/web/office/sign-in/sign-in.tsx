import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { deviceLifeMs } from '../../../domain/device.ts'
import { formatDurationInWords } from '../../../domain/spoken.ts'
import { app, base, isSignedIn } from '../api/address.ts'
import { callSession } from '../api/client.ts'
import { type ApiFailure, toFailure } from '../api/failure.ts'
import { queries } from '../api/queries.ts'
import { TextField } from '../form/fields.tsx'
import { OfficeForm } from '../form/form.tsx'
import { AskForLink } from './ask-for-link.tsx'
import { OperatorChoice, type OperatorToChoose } from './operator-choice.tsx'
import { findTarget, saveTarget } from './target.ts'

type Sending = { readonly isBusy: boolean; readonly failure: ApiFailure | null }

const idle: Sending = { isBusy: false, failure: null }

/** The token after `#`. Browsers never send it, so opening the page does not use it up. */
function readTokenHere(): string {
  return location.hash.slice(1)
}

/** The sign-in page: sign in by an emailed link, request one, or type the code from the email. */
export function SignIn() {
  const [params] = useSearchParams()
  const [token, setToken] = useState(readTokenHere)
  const [hasLink, setHasLink] = useState(token !== '')
  const [sending, setSending] = useState(idle)
  const [operators, setOperators] = useState<readonly OperatorToChoose[]>([])
  const to = findTarget(params.get('to'))

  useEffect(() => {
    // A link in an email leads here. A signed-in reader goes straight to the app, which leads back if the session has ended.
    if (readTokenHere() === '' && isSignedIn.isSet()) location.replace(base + (to === '/' ? '' : to))
  }, [to])

  useEffect(() => {
    document.title = 'Sign in · Charabanc'
    const onHash = () => {
      setToken(readTokenHere())
      setHasLink(readTokenHere() !== '')
      setSending(idle)
    }
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])

  const signIn = async (operatorRef: string | null) => {
    setSending({ isBusy: true, failure: null })
    try {
      await callSession('POST', '/session', {
        token: token.trim(),
        device_name: findBrowserName(),
        ...(operatorRef !== null && { operator_ref: operatorRef }),
      })
      saveTarget(null)
      isSignedIn.set()
      queries.clear()
      // Replaces the address with the spent token, so that Back does not lead to it.
      location.replace(base + (to === '/' ? '' : to))
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (failure.code === 'operator_choice_required') {
        setOperators(failure.facts.operators as OperatorToChoose[])
        setSending(idle)
        return
      }
      if (failure.status === 401) setHasLink(false)
      setSending({ isBusy: false, failure })
    }
  }

  return (
    <main className="sign-in">
      <h1>{app === 'console' ? 'Marketplace sign-in' : 'Office sign-in'}</h1>
      {operators.length > 0 ? (
        <OperatorChoice operators={operators} choose={signIn} isBusy={sending.isBusy} />
      ) : hasLink ? (
        <OfficeForm write={sending} submit={() => signIn(null)} button="Sign in">
          <p>Your link works once. You stay signed in on this device for {formatDurationInWords(deviceLifeMs)}.</p>
        </OfficeForm>
      ) : (
        <>
          <AskForLink to={to} />
          <CodeForm code={token} setCode={setToken} sending={sending} send={() => signIn(null)} />
        </>
      )}
    </main>
  )
}

type CodeProps = {
  readonly code: string
  readonly setCode: (code: string) => void
  readonly sending: Sending
  readonly send: () => Promise<void>
}

/** The sign-in with the code from the email, for a link that opens on another device. */
function CodeForm({ code, setCode, sending, send }: CodeProps) {
  return (
    <details className="section" open={sending.failure !== null || undefined}>
      <summary>Sign in with a code</summary>
      <OfficeForm
        write={sending}
        submit={send}
        button="Sign in with code"
        actions={{ send_link: () => document.querySelector<HTMLElement>('.sign-in input[type="email"]')?.focus() }}
      >
        <TextField
          path="token"
          label="Code from the email"
          value={code}
          onValue={setCode}
          isRequired
          most={200}
          autoComplete="one-time-code"
        />
      </OfficeForm>
    </details>
  )
}

/** Name of this device for the list of devices. */
function findBrowserName(): string {
  const agent = navigator.userAgent
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : 'Safari'
  const system = /Android/.test(agent)
    ? 'Android'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac/.test(agent)
          ? 'macOS'
          : 'Linux'
  return `${browser} on ${system}`
}
