import { useEffect, useState } from 'preact/hooks'
import { counted } from '../../domain/spoken.ts'
import { newKey } from '../plain/key.ts'
import { fieldSentence, refusalWords, stepLabel } from '../plain/refusal-words.ts'
import { isSignedIn } from './address.ts'
import { askForCode, askSession, type HeardBackWith } from './api.ts'
import { change, go, linkHere, pageWanted, useApp } from './app.ts'
import { Fault, useCheckedForm } from './form.tsx'
import { waitingIn } from './outbox.ts'
import { Said, useSubmit } from './parts.tsx'
import { failureText } from './refused.ts'
import { doubtDriver } from './signed-in-driver.ts'
import { enterApp } from './start.ts'

type Session = HeardBackWith<{ expires_at: string | null }>

/** Signing in: by a link and one button, or by phone number and the six digits of an SMS. */
export function SignIn() {
  const [link, setLink] = useState(linkHere)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [operators, setOperators] = useState<Session['operators']>([])

  useEffect(() => {
    const onHash = () => setLink(linkHere())
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])

  const enter = async (operatorRef: string | null) => {
    setBusy(true)
    setFailure(null)
    const by = link === '' ? { phone: phone.trim(), code: code.trim() } : { token: link }
    const body = { ...by, device_name: deviceName(), ...(operatorRef !== null && { operator_ref: operatorRef }) }
    await doubtDriver()
    const heard = await askSession('POST', link === '' ? '/verify' : '', { body, key: newKey() })
    setBusy(false)
    if (heard.code === 'operator_choice_required') return setOperators(heard.operators)
    if (heard.status === 201) {
      isSignedIn.set()
      change({ isSignedOut: false })
      go(pageWanted() ?? '/', { isReplacing: true })
      return enterApp(heard.data?.expires_at ?? null)
    }
    setOperators([])
    if (link !== '' && heard.status === 401) setLink('')
    setFailure(words(heard))
  }

  const askCode = async () => {
    setBusy(true)
    setFailure(null)
    const heard = await askForCode(phone.trim())
    setBusy(false)
    if (heard.status !== 202) return setFailure(words(heard))
    setCode('')
    setSent(true)
  }

  const byPhone = useCheckedForm([['phone', phone.trim() === '', fieldSentence('driver', 'phone')]], askCode)
  const byCode = useCheckedForm([['code', code.trim() === '', 'Enter the six digits.']], () => enter(null))
  const byLink = useSubmit(() => enter(null))

  return (
    <main class="page">
      <h1>Sign in to drive</h1>
      <SignedOut />
      <Said text={failure} isWrong />
      {operators.length > 0 ? (
        <section>
          <h2>For which operator?</h2>
          <p>{refusalWords('driver', 'operator_choice_required')?.says}</p>
          {operators.map(({ operator_ref: ref, name }) => (
            <button key={ref} type="button" class="button quiet-button" disabled={isBusy} onClick={() => enter(ref)}>
              {name}
            </button>
          ))}
        </section>
      ) : link !== '' ? (
        <form onSubmit={byLink}>
          <p>Your link is here. It works once; you stay signed in on this phone.</p>
          <button type="submit" class="button main-button" disabled={isBusy}>
            Sign in
          </button>
        </form>
      ) : (
        <>
          <form {...byPhone.form}>
            <label>
              Your mobile number
              <input
                {...byPhone.field('phone')}
                type="tel"
                autocomplete="tel"
                required
                maxLength={24}
                value={phone}
                onInput={({ currentTarget }) => setPhone(currentTarget.value)}
              />
              <Fault id="phone" says={byPhone.saysOf('phone')} />
            </label>
            <button type="submit" class={`button ${isSent ? 'quiet-button' : 'main-button'}`} disabled={isBusy}>
              {isSent ? stepLabel('new_code') : 'Text me a code'}
            </button>
          </form>
          {isSent && (
            <form {...byCode.form}>
              <p>If this number is a driver's, six digits are on their way to it.</p>
              <label>
                The six digits
                <input
                  {...byCode.field('code')}
                  class="digits"
                  inputMode="numeric"
                  autocomplete="one-time-code"
                  required
                  maxLength={9}
                  value={code}
                  onInput={({ currentTarget }) => setCode(currentTarget.value)}
                />
                <Fault id="code" says={byCode.saysOf('code')} />
              </label>
              <button type="submit" class="button main-button" disabled={isBusy}>
                Sign in
              </button>
            </form>
          )}
        </>
      )}
    </main>
  )
}

/** Tells a driver that the office ended the session, and how many reports this phone keeps. */
function SignedOut() {
  const { box, isSignedOut } = useApp()
  const waiting = waitingIn(box).length
  if (!isSignedOut && waiting === 0) return null
  const kept = waiting === 0 ? null : `${counted(waiting, 'report')} ${waiting === 1 ? 'is' : 'are'}`
  return (
    <p class="box waiting" role="status">
      {refusalWords('driver', 'unauthenticated', { kept })?.says}
    </p>
  )
}

function words(heard: HeardBackWith<unknown>): string {
  if (heard.status === 429) return `Too many tries. Again in ${heard.retryAfter ?? 60} s.`
  return failureText(heard, 'No connection. Nothing was lost; try again when there is network.')
}

/** Name of this device for the list of devices. */
function deviceName(): string {
  const system = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac'].find((name) => navigator.userAgent.includes(name))
  return `Driver's app on ${system ?? 'Linux'}`
}
