import { useEffect } from 'preact/hooks'
import { refusalWords, stepLabel } from '../plain/refusal-words.ts'
import { change, useApp, useNow } from './app.ts'
import { changeConsent } from './consent.ts'
import { useDraft } from './drafts.ts'
import { barText } from './outbox.ts'
import { Link } from './parts.tsx'
import { isSeen, isTripTracked, trackWhileDriven } from './positions.ts'
import { RefusedReports } from './refused-reports.tsx'
import { clockNotice } from './sending.ts'
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
  const { box, isOnline, isOfficeSilent, hasNewVersion } = useApp()
  useNow(5_000)
  const bar = barText(box, isOnline)
  return (
    <>
      <div role="status" class="bar-place">
        {bar !== '' && (
          <p class="bar">
            {bar}
            {isOfficeSilent && <span class="block">{refusalWords('driver', 'unavailable')?.says}</span>}
          </p>
        )}
      </div>
      <TimeNotice />
      <RefusedReports />
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

/** Shows a driver once that this phone's clock is wrong, until the clock is right again, and why a report has another time. */
function TimeNotice() {
  const { adjustment } = useApp()
  const [isKnown, setKnown] = useDraft(clockNotice, false)
  const ahead = clockAhead()
  const clock = wrongClockText(ahead)
  useEffect(() => {
    if (ahead !== null && clock === null && isKnown) setKnown(false)
  }, [ahead, clock, isKnown, setKnown])
  const adjusted = adjustment === null ? null : refusalWords('driver', 'occurred_at_adjusted', {}, adjustment)
  // The sentence on a report in the future says that the clock is wrong, too.
  const text = adjusted?.says ?? (isKnown ? null : clock)
  const close = () => {
    if (clock !== null && adjustment !== 'before the last event') setKnown(true)
    change({ adjustment: null })
  }
  return (
    <div role="status">
      {text !== null && (
        <div class="page">
          <div class="box waiting">
            <p>{text}</p>
            <button type="button" class="button quiet-button" onClick={close}>
              {stepLabel('ok')}
            </button>
          </div>
        </div>
      )}
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
