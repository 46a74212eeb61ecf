import { useState } from 'preact/hooks'
import { inNeedOfAttention } from '../../domain/spoken.ts'
import { stepLabel } from '../plain/refusal-words.ts'
import type { FollowUp } from '../plain/refusals.ts'
import { useApp } from './app.ts'
import { type BoxEntry, refusedIn } from './outbox.ts'
import { AskingButton, Link } from './parts.tsx'
import type { CabTrip } from './records.ts'
import { refusedWords } from './refused.ts'
import { isTypedAnew, mendRefused, refreshRefused, removeRefused, sendAgain } from './sending.ts'
import { serverNow } from './server-time.ts'

/** A card of the reports that the office refused, with the next steps for each. */
export function RefusedReports() {
  const { box, trips } = useApp()
  const refused = refusedIn(box)
  if (refused.length === 0) return null
  return (
    <section class="page" aria-label="Refused reports">
      <details class="fold wrong" open>
        <summary>{inNeedOfAttention(refused.length, 'report')}</summary>
        {refused.map((entry) => (
          <Refused key={entry.id} entry={entry} trip={entry.tripRef === null ? null : (trips[entry.tripRef] ?? null)} />
        ))}
      </details>
    </section>
  )
}

function Refused({ entry, trip }: { readonly entry: BoxEntry; readonly trip: CabTrip | null }) {
  const { id, title, tripRef, typed, breakdowns = 0 } = entry
  const { says, next } = refusedWords(entry, trip, serverNow())
  return (
    <div class="item" role="alert">
      <p>
        <strong class="block">{title}</strong>
        {says}
        {tripRef !== null && <span class="ref block">{tripRef}</span>}
      </p>
      <div class="grid">
        {next.map((step) => (
          <StepButton key={step} step={step} entry={entry} trip={trip} />
        ))}
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
          label={stepLabel('remove')}
          question={`“${title}” will not reach the office. Remove it from this phone?`}
          yes="Remove it"
          onYes={() => removeRefused(id)}
        />
      </div>
    </div>
  )
}

type StepProps = { readonly step: FollowUp; readonly entry: BoxEntry; readonly trip: CabTrip | null }

/** The button for one step after a refusal. Nothing for "Remove", which every report has, and for a call without a number. */
function StepButton({ step, entry: { id, tripRef }, trip }: StepProps) {
  const { me } = useApp()
  if (step === 'call_office') return <CallLink label={stepLabel(step)} phone={me?.operator.phone ?? null} />
  if (step === 'call_passengers') {
    return <CallLink label={stepLabel(step, { lead: trip?.contact?.name })} phone={trip?.contact?.phone ?? null} />
  }
  if (tripRef === null) return null
  if (step === 'refresh') return <RefreshButton id={id} tripRef={tripRef} />
  if (step !== 'start_check') return null
  return (
    <Link to={`/check?trip=${tripRef}`} className="button quiet-button">
      {stepLabel(step)}
    </Link>
  )
}

function CallLink({ label, phone }: { readonly label: string; readonly phone: string | null }) {
  if (phone === null) return null
  return (
    <a class="button quiet-button" href={`tel:${phone.replaceAll(' ', '')}`}>
      {label}
    </a>
  )
}

function RefreshButton({ id, tripRef }: { readonly id: number; readonly tripRef: string }) {
  const [isFailed, setFailed] = useState(false)
  const refresh = async () => {
    setFailed(false)
    if (!(await refreshRefused(id, tripRef))) setFailed(true)
  }
  return (
    <div>
      <button type="button" class="button quiet-button" onClick={refresh}>
        {stepLabel('refresh')}
      </button>
      <div role="status">{isFailed && 'No answer. Try again later.'}</div>
    </div>
  )
}
