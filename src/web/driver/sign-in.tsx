import { useEffect, useState } from 'preact/hooks'
import { newKey } from '../plain/key.ts'
import { isSignedIn } from './address.ts'
import { askForCode, askSession, type HeardBackWith } from './api.ts'
import { go, linkHere, pageWanted } from './app.ts'
import { Said } from './parts.tsx'
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
      go(pageWanted() ?? '/', { isReplacing: true })
      return enterApp(heard.data?.expires_at ?? null)
    }
    setOperators([])
    if (link !== '' && heard.status === 401) {
      setLink('')
      return setFailure(
        'This link has been used or has run out. Sign in with your phone number, or ask the office for a new link.',
      )
    }
    setFailure(heard.status === 401 ? 'That is not the code. After five wrong ones, ask for a new one.' : words(heard))
  }

  const askCode = async () => {
    setBusy(true)
    setFailure(null)
    const heard = await askForCode(phone.trim())
    setBusy(false)
    if (heard.status === 202) setSent(true)
    else setFailure(words(heard))
  }

  const submit = (work: () => void) => (event: Event) => {
    event.preventDefault()
    if (!isBusy) work()
  }

  return (
    <main class="page">
      <h1>Sign in to drive</h1>
      <Said text={failure} isWrong />
      {operators.length > 0 ? (
        <section>
          <h2>For which operator?</h2>
          {operators.map(({ operator_ref: ref, name }) => (
            <button key={ref} type="button" class="button quiet-button" disabled={isBusy} onClick={() => enter(ref)}>
              {name}
            </button>
          ))}
        </section>
      ) : link !== '' ? (
        <form onSubmit={submit(() => enter(null))}>
          <p>Your link is here. It works once; you stay signed in on this phone.</p>
          <button type="submit" class="button main-button" disabled={isBusy}>
            Sign in
          </button>
        </form>
      ) : (
        <>
          <form onSubmit={submit(askCode)}>
            <label>
              Your mobile number
              <input
                type="tel"
                autocomplete="tel"
                required
                maxLength={24}
                value={phone}
                onInput={({ currentTarget }) => setPhone(currentTarget.value)}
              />
            </label>
            <button type="submit" class={`button ${isSent ? 'quiet-button' : 'main-button'}`} disabled={isBusy}>
              {isSent ? 'Text me another code' : 'Text me a code'}
            </button>
          </form>
          {isSent && (
            <form onSubmit={submit(() => enter(null))}>
              <p>If this number is a driver's, six digits are on their way to it.</p>
              <label>
                The six digits
                <input
                  class="digits"
                  inputMode="numeric"
                  autocomplete="one-time-code"
                  required
                  maxLength={9}
                  value={code}
                  onInput={({ currentTarget }) => setCode(currentTarget.value)}
                />
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

function words({ status, message, retryAfter, fields }: Session | HeardBackWith<unknown>): string {
  if (status === 0) return 'No connection. Nothing was lost; try again when there is network.'
  if (status === 429) return `Too many tries. Again in ${retryAfter ?? 60} s.`
  return [message ?? 'That did not work. Try again.', ...Object.values(fields).flat()].join(' ')
}

/** Name of this device for the list of devices. */
function deviceName(): string {
  const system = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac'].find((name) => navigator.userAgent.includes(name))
  return `Driver's app on ${system ?? 'Linux'}`
}
