import { useEffect, useState } from 'preact/hooks'
import { formatCount } from '../../domain/spoken.ts'
import { createKey } from '../plain/key.ts'
import { describeRefusal, formatFieldSentence, formatStepLabel } from '../plain/refusal-words.ts'
import { isSignedIn } from './address.ts'
import { type CallAnswerWith, callDriverSession, requestCode } from './api.ts'
import { changeAppState, findRequestedPage, goToPage, readLinkToken, useApp } from './app.ts'
import { DriverFieldFault, useCheckedForm } from './form.tsx'
import { listWaiting } from './outbox.ts'
import { useSubmit, WriteOutcome } from './parts.tsx'
import { describeDriverFailure } from './refused.ts'
import { markDriverUnknown } from './signed-in-driver.ts'
import { startSignedIn } from './start.ts'

type Session = CallAnswerWith<{ expires_at: string | null }>

/** The sign-in: by a link and one button, or by phone number and the code of an SMS. */
export function DriverSignIn() {
  const [link, setLink] = useState(readLinkToken)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [operators, setOperators] = useState<Session['operators']>([])

  useEffect(() => {
    const onHash = () => setLink(readLinkToken())
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])

  const enter = async (operatorRef: string | null) => {
    setBusy(true)
    setFailure(null)
    const by = link === '' ? { phone: phone.trim(), code: code.trim() } : { token: link }
    const heard = await enterSession(by, operatorRef)
    setBusy(false)
    if (heard === null) return
    if (heard.code === 'operator_choice_required') return setOperators(heard.operators)
    setOperators([])
    if (link !== '' && heard.status === 401) setLink('')
    setFailure(describeSignInFailure(heard))
  }

  const askCode = async () => {
    setBusy(true)
    setFailure(null)
    const heard = await requestCode(phone.trim())
    setBusy(false)
    if (heard.status !== 202) return setFailure(describeSignInFailure(heard))
    setCode('')
    setSent(true)
  }

  const byLink = useSubmit(() => enter(null))
  return (
    <main class="page">
      <h1>Driver sign-in</h1>
      <SignedOut />
      <WriteOutcome text={failure} isWrong />
      {operators.length > 0 ? (
        <OperatorButtons operators={operators} isBusy={isBusy} enter={enter} />
      ) : link !== '' ? (
        <form onSubmit={byLink}>
          <p>Your sign-in link works once. You stay signed in on this phone.</p>
          <button type="submit" class="button main-button" disabled={isBusy}>
            Sign in
          </button>
        </form>
      ) : (
        <>
          <PhoneForm phone={phone} setPhone={setPhone} isSent={isSent} isBusy={isBusy} send={askCode} />
          {isSent && <CodeForm code={code} setCode={setCode} isBusy={isBusy} send={() => enter(null)} />}
        </>
      )}
    </main>
  )
}

/** Signs in and opens the requested page. Returns the answer if it is another one, and null after a success. */
async function enterSession(by: Readonly<Record<string, string>>, operatorRef: string | null): Promise<Session | null> {
  const body = { ...by, device_name: findPhoneName(), ...(operatorRef !== null && { operator_ref: operatorRef }) }
  await markDriverUnknown()
  const heard: Session = await callDriverSession('POST', 'token' in by ? '' : '/verify', { body, key: createKey() })
  if (heard.status !== 201) return heard
  isSignedIn.set()
  changeAppState({ isSignedOut: false })
  goToPage(findRequestedPage() ?? '/', { isReplacing: true })
  await startSignedIn(heard.data?.expires_at ?? null)
  return null
}

type OperatorProps = {
  readonly operators: Session['operators']
  readonly isBusy: boolean
  readonly enter: (operatorRef: string) => Promise<void>
}

function OperatorButtons({ operators, isBusy, enter }: OperatorProps) {
  return (
    <section>
      <h2>Choose an operator</h2>
      <p>{describeRefusal('driver', 'operator_choice_required')?.says}</p>
      {operators.map(({ operator_ref: ref, name }) => (
        <button key={ref} type="button" class="button quiet-button" disabled={isBusy} onClick={() => enter(ref)}>
          {name}
        </button>
      ))}
    </section>
  )
}

type FormProps = { readonly isBusy: boolean; readonly send: () => Promise<void> }
type PhoneProps = FormProps & { readonly phone: string; readonly setPhone: (phone: string) => void; readonly isSent: boolean }
type CodeProps = FormProps & { readonly code: string; readonly setCode: (code: string) => void }

/** The phone number, to send a code or, once a code was sent, a new one. */
function PhoneForm({ phone, setPhone, isSent, isBusy, send }: PhoneProps) {
  const rules = [['phone', phone.trim() === '', formatFieldSentence('driver', 'phone')]] as const
  const { form, field, saysOf } = useCheckedForm(rules, send)
  return (
    <form {...form}>
      <label>
        Your mobile number
        <input
          {...field('phone')}
          type="tel"
          autocomplete="tel"
          required
          maxLength={24}
          value={phone}
          onInput={({ currentTarget }) => setPhone(currentTarget.value)}
        />
        <DriverFieldFault id="phone" says={saysOf('phone')} />
      </label>
      <button type="submit" class={`button ${isSent ? 'quiet-button' : 'main-button'}`} disabled={isBusy}>
        {isSent ? formatStepLabel('new_code') : 'Send code'}
      </button>
    </form>
  )
}

function CodeForm({ code, setCode, isBusy, send }: CodeProps) {
  const { form, field, saysOf } = useCheckedForm([['code', code.trim() === '', 'Enter the six-digit code.']], send)
  return (
    <form {...form}>
      <p>If this is a driver's number, you receive a code by SMS.</p>
      <label>
        Six-digit code
        <input
          {...field('code')}
          class="digits"
          inputMode="numeric"
          autocomplete="one-time-code"
          required
          maxLength={9}
          value={code}
          onInput={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <DriverFieldFault id="code" says={saysOf('code')} />
      </label>
      <button type="submit" class="button main-button" disabled={isBusy}>
        Sign in
      </button>
    </form>
  )
}

/** Notifies a driver of an ended session, with the number of kept reports. */
function SignedOut() {
  const { box, isSignedOut } = useApp()
  const waiting = listWaiting(box).length
  if (!isSignedOut && waiting === 0) return null
  const kept = waiting === 0 ? null : `${formatCount(waiting, 'report')} ${waiting === 1 ? 'is' : 'are'}`
  return (
    <p class="box waiting" role="status">
      {describeRefusal('driver', 'unauthenticated', { kept })?.says}
    </p>
  )
}

function describeSignInFailure(heard: CallAnswerWith<unknown>): string {
  if (heard.status === 429) return `Too many tries. Try again in ${heard.retryAfter ?? 60} s.`
  return describeDriverFailure(heard, 'No connection. Your entries are kept. Try again when this phone has a connection.')
}

/** Name of this device for the list of devices. */
function findPhoneName(): string {
  const system = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac'].find((name) => navigator.userAgent.includes(name))
  return `Driver app on ${system ?? 'Linux'}`
}
