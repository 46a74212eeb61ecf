import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { deviceLifeMs } from '../../../domain/device.ts'
import { spanInWords } from '../../../domain/spoken.ts'
import { app, base, isSignedIn } from '../api/address.ts'
import { callSession } from '../api/client.ts'
import { type ApiFailure, asFailure } from '../api/failure.ts'
import { queries } from '../api/queries.ts'
import { TextField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { AskForLink } from './ask-for-link.tsx'
import { OperatorChoice, type OperatorToChoose } from './operator-choice.tsx'
import { keepTarget, targetFrom } from './target.ts'

type Sending = { readonly isBusy: boolean; readonly failure: ApiFailure | null }

const idle: Sending = { isBusy: false, failure: null }

/** The token behind `#`: a browser never sends it, and opening the page spends nothing. */
function tokenHere(): string {
  return location.hash.slice(1)
}

/** Signing in by a mailed link, whose token a button spends; or asking for one; or typing the code from the mail. */
export function SignIn() {
  const [params] = useSearchParams()
  const [token, setToken] = useState(tokenHere)
  const [hasLink, setHasLink] = useState(token !== '')
  const [sending, setSending] = useState(idle)
  const [operators, setOperators] = useState<readonly OperatorToChoose[]>([])
  const to = targetFrom(params.get('to'))

  useEffect(() => {
    // A message leads here, and who is signed in wants to go on. Where that is over, the app leads back.
    if (tokenHere() === '' && isSignedIn.isSet()) location.replace(base + (to === '/' ? '' : to))
  }, [to])

  useEffect(() => {
    document.title = 'Sign in · Charabanc'
    const onHash = () => {
      setToken(tokenHere())
      setHasLink(tokenHere() !== '')
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
        device_name: deviceName(),
        ...(operatorRef !== null && { operator_ref: operatorRef }),
      })
      keepTarget(null)
      isSignedIn.set()
      queries.clear()
      // Replaces the address with the spent token, so that Back does not lead to it.
      location.replace(base + (to === '/' ? '' : to))
    } catch (thrown) {
      const failure = asFailure(thrown)
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
      <h1>{app === 'console' ? 'Sign in to the marketplace' : 'Sign in to the office'}</h1>
      {operators.length > 0 ? (
        <OperatorChoice operators={operators} choose={signIn} isBusy={sending.isBusy} />
      ) : hasLink ? (
        <Form write={sending} submit={() => signIn(null)} button="Sign in">
          <p>Your link is here. It works once; you stay signed in on this device for {spanInWords(deviceLifeMs)}.</p>
        </Form>
      ) : (
        <>
          <AskForLink to={to} />
          <details className="section" open={sending.failure !== null || undefined}>
            <summary>I have a code from the mail</summary>
            <Form
              write={sending}
              submit={() => signIn(null)}
              button="Sign in with the code"
              actions={{ send_link: () => document.querySelector<HTMLElement>('.sign-in input[type="email"]')?.focus() }}
            >
              <TextField
                path="token"
                label="Code from the mail"
                value={token}
                onValue={setToken}
                isRequired
                most={200}
                autoComplete="one-time-code"
              />
            </Form>
          </details>
        </>
      )}
    </main>
  )
}

/** Name of this device for the list of devices. */
function deviceName(): string {
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
