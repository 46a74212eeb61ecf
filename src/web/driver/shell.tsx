import { useEffect } from 'preact/hooks'
import { useApp, useNow } from './app.ts'
import { changeConsent } from './consent.ts'
import { barText, refusedIn } from './outbox.ts'
import { AskingButton, Link } from './parts.tsx'
import { isSeen, isTracked, trackWhileDriven } from './positions.ts'
import { mendRefused, removeRefused } from './sending.ts'
import { takeNewVersion } from './worker-link.ts'

const tabs = [
  ['/', 'Now'],
  ['/trips', 'Trips'],
  ['/check', 'Check'],
  ['/me', 'Me'],
] as const

/** What stands on every page: what waits, and what the office did not take. */
export function TopOfPage() {
  const { box, isOnline, hasNewVersion, me } = useApp()
  useNow(5_000)
  useEffect(trackWhileDriven)
  const bar = barText(box, isOnline)
  const phone = me?.operator.phone ?? null
  return (
    <>
      <div role="status">{bar !== '' && <p class="bar">{bar}</p>}</div>
      {refusedIn(box).length > 0 && (
        <section class="page" aria-label="What the office did not take">
          {refusedIn(box).map(({ id, title, tripRef, refusal, typed }) => (
            <div key={id} class="box wrong" role="alert">
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
              {typed && (
                <button type="button" class="button quiet-button" onClick={() => mendRefused(id, typed)}>
                  Mend it
                </button>
              )}
              <AskingButton
                label="Remove"
                question={`“${title}” will not reach the office. Remove it from this phone?`}
                yes="Remove it"
                onYes={() => removeRefused(id)}
              />
            </div>
          ))}
        </section>
      )}
      {isTracked() && (
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
