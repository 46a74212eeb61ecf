import { useEffect } from 'preact/hooks'
import { describeRefusal, formatStepLabel } from '../plain/refusal-words.ts'
import { changeAppState, useApp, useServerNow } from './app.ts'
import { changeConsent } from './consent.ts'
import { useSavedDraft } from './drafts.ts'
import { formatBarText } from './outbox.ts'
import { Link } from './parts.tsx'
import { isSeen, isTripTracked, trackDriving } from './positions.ts'
import { RefusedReports } from './refused-reports.tsx'
import { clockNotice } from './sending.ts'
import { describeWrongClock, findClockError } from './server-time.ts'
import { switchToNewVersion } from './worker-link.ts'

const tabs = [
  ['/', 'Now'],
  ['/trips', 'Jobs'],
  ['/check', 'Check'],
  ['/me', 'Me'],
] as const

/** The top of every page: waiting and refused reports, location sharing, and a new version. */
export function TopOfPage() {
  const { box, isOnline, isOfficeSilent, hasNewVersion } = useApp()
  useServerNow(5_000)
  const bar = formatBarText(box, isOnline)
  return (
    <>
      <div role="status" class="bar-place">
        {bar !== '' && (
          <p class="bar">
            {bar}
            {isOfficeSilent && <span class="block">{describeRefusal('driver', 'unavailable')?.says}</span>}
          </p>
        )}
      </div>
      <TimeNotice />
      <RefusedReports />
      {isTripTracked() && (
        <div class="page">
          <p class="quiet">
            {isSeen(Date.now()) ? 'The office sees your location.' : 'This phone gives no location, so the office cannot see it.'}
          </p>
          <button type="button" class="button quiet-button" onClick={() => changeConsent(false)}>
            Stop sharing location
          </button>
        </div>
      )}
      {hasNewVersion && (
        <div class="page">
          <button type="button" class="button quiet-button" onClick={switchToNewVersion}>
            Update the app
          </button>
        </div>
      )}
    </>
  )
}

/** Notifies a driver once of a wrong clock, and of the reason for another time of a report. */
function TimeNotice() {
  const { adjustment } = useApp()
  const [isKnown, setKnown] = useSavedDraft(clockNotice, false)
  const ahead = findClockError()
  const clock = describeWrongClock(ahead)
  useEffect(() => {
    if (ahead !== null && clock === null && isKnown) setKnown(false)
  }, [ahead, clock, isKnown, setKnown])
  const adjusted = adjustment === null ? null : describeRefusal('driver', 'occurred_at_adjusted', {}, adjustment)
  // The sentence on a report in the future also states that the clock is wrong.
  const text = adjusted?.says ?? (isKnown ? null : clock)
  const close = () => {
    if (clock !== null && adjustment !== 'before the last event') setKnown(true)
    changeAppState({ adjustment: null })
  }
  return (
    <div role="status">
      {text !== null && (
        <div class="page">
          <div class="box waiting">
            <p>{text}</p>
            <button type="button" class="button quiet-button" onClick={close}>
              {formatStepLabel('ok')}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Tracks the phone during jobs, on every page. */
export function Tracking() {
  useApp()
  useServerNow(5_000)
  useEffect(trackDriving)
  return null
}

/** The four tabs of the app. */
export function DriverTabs() {
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
