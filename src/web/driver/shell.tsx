import { useEffect } from 'preact/hooks'
import { useApp, useNow } from './app.ts'
import { changeConsent } from './consent.ts'
import { useDraft } from './drafts.ts'
import { type BoxEntry, barText, refusedIn } from './outbox.ts'
import { AskingButton, Link } from './parts.tsx'
import { isSeen, isTripTracked, trackWhileDriven } from './positions.ts'
import { isTypedAnew, mendRefused, removeRefused, sendAgain } from './sending.ts'
import { clockAhead, wrongClockText } from './server-time.ts'
import { takeNewVersion } from './worker-link.ts'

const tabs = [
  ['/', 'Now'],
  ['/trips', 'Trips'],
  ['/check', 'Check'],
  ['/me', 'Me'],
] as const

/** The top of every page: what waits, what the office did not take, how to end tracking, and a new version. */
export function TopOfPage() {
  const { box, isOnline, hasNewVersion, me } = useApp()
  useNow(5_000)
  const bar = barText(box, isOnline)
  const phone = me?.operator.phone ?? null
  return (
    <>
      <div role="status" class="bar-place">
        {bar !== '' && <p class="bar">{bar}</p>}
      </div>
      <ClockNotice />
      {refusedIn(box).length > 0 && (
        <section class="page" aria-label="What the office did not take">
          {refusedIn(box).map((entry) => (
            <Refused key={entry.id} entry={entry} phone={phone} />
          ))}
        </section>
      )}
      {isTripTracked() && (
        <div class="page">
          {!isSeen(Date.now()) && <p class="quiet">This phone does not say where it is, so the office does not see it.</p>}
          <button type="button" class="button quiet-button" onClick={() => changeConsent(false)}>
            {isSeen(Date.now()) ? 'The office sees where you are: switch off' : 'The office may see where you are: switch off'}
          </button>
        </div>
      )}
      {hasNewVersion && (
        <div class="page">
          <button type="button" class="button quiet-button" onClick={takeNewVersion}>
            New version: switch to it
          </button>
        </div>
      )}
    </>
  )
}

/** Tells a driver once that this phone's clock is wrong, until the clock is right again. */
function ClockNotice() {
  const [isKnown, setKnown] = useDraft('clock-notice', false)
  const ahead = clockAhead()
  const text = wrongClockText(ahead)
  useEffect(() => {
    if (ahead !== null && text === null && isKnown) setKnown(false)
  }, [ahead, text, isKnown, setKnown])
  return (
    <div role="status">
      {text !== null && !isKnown && (
        <div class="page">
          <div class="box waiting">
            <p>{text}</p>
            <button type="button" class="button quiet-button" onClick={() => setKnown(true)}>
              OK
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

function Refused({ entry, phone }: { readonly entry: BoxEntry; readonly phone: string | null }) {
  const { id, title, tripRef, refusal, typed, breakdowns = 0 } = entry
  return (
    <div class="box wrong" role="alert">
      <p>
        <strong>{title}</strong>
        {tripRef !== null && ` (${tripRef})`} was not taken: {refusal}
      </p>
      {phone !== null && (
        <p>
          <a class="button quiet-button" href={`tel:${phone.replaceAll(' ', '')}`}>
            Tell the office
          </a>
        </p>
      )}
      {breakdowns > 0 && (
        <button type="button" class="button quiet-button" onClick={() => sendAgain(id)}>
          Send it again
        </button>
      )}
      {typed && !isTypedAnew(typed) && (
        <button type="button" class="button quiet-button" onClick={() => mendRefused(entry, typed)}>
          Mend it
        </button>
      )}
      {typed && isTypedAnew(typed) && (
        <AskingButton
          label="Mend it"
          question="Something else has been typed there since. Put this in its place?"
          yes="Put it there"
          onYes={() => mendRefused(entry, typed)}
        />
      )}
      <AskingButton
        label="Remove"
        question={`“${title}” will not reach the office. Remove it from this phone?`}
        yes="Remove it"
        onYes={() => removeRefused(id)}
      />
    </div>
  )
}

/** Looks where the phone is while that may be told, on whichever page. */
export function Tracking() {
  useApp()
  useNow(5_000)
  useEffect(trackWhileDriven)
  return null
}

/** The four places of the app. */
export function Tabs() {
  const { page } = useApp()
  return (
    <nav class="tabs" aria-label="Main">
      {tabs.map(([to, name]) => (
        <Link key={to} to={to} isCurrent={to === '/' ? page === '/' : page.startsWith(to)}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
