import { useState } from 'preact/hooks'
import type { FollowUp } from '../../domain/refusal-sentences.ts'
import { formatAttentionCount } from '../../domain/spoken.ts'
import { formatStepLabel } from '../plain/refusal-words.ts'
import { useApp } from './app.ts'
import { type BoxEntry, listRefused } from './outbox.ts'
import { AskingButton, Link } from './parts.tsx'
import type { CabTrip } from './records.ts'
import { describeRefusedReport } from './refused.ts'
import { isTypedAgain, refreshRefused, removeRefused, restoreRefused, sendAgain } from './sending.ts'
import { findServerTime } from './server-time.ts'

/** A card of the refused reports, with the next steps for each. */
export function RefusedReports() {
  const { box, trips } = useApp()
  const refused = listRefused(box)
  if (refused.length === 0) return null
  return (
    <section class="page" aria-label="Refused reports">
      <details class="fold wrong" open>
        <summary>{formatAttentionCount(refused.length, 'report')}</summary>
        {refused.map((entry) => (
          <RefusedReport key={entry.id} entry={entry} trip={entry.tripRef === null ? null : (trips[entry.tripRef] ?? null)} />
        ))}
      </details>
    </section>
  )
}

function RefusedReport({ entry, trip }: { readonly entry: BoxEntry; readonly trip: CabTrip | null }) {
  const { id, title, tripRef, typed, breakdowns = 0 } = entry
  const { says, next } = describeRefusedReport(entry, trip, findServerTime())
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
            Send again
          </button>
        )}
        {typed && !isTypedAgain(typed) && (
          <button type="button" class="button quiet-button" onClick={() => restoreRefused(entry, typed)}>
            Correct
          </button>
        )}
        {typed && isTypedAgain(typed) && (
          <AskingButton
            label="Correct"
            question="The form has newer entries. Replace them?"
            yes="Replace"
            onYes={() => restoreRefused(entry, typed)}
          />
        )}
        <AskingButton
          label={formatStepLabel('remove')}
          question={`“${title}” will not reach the office. Remove it from this phone?`}
          yes="Remove report"
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
  if (step === 'call_office') return <CallLink label={formatStepLabel(step)} phone={me?.operator.phone ?? null} />
  if (step === 'call_passengers') {
    return <CallLink label={formatStepLabel(step, { lead: trip?.contact?.name })} phone={trip?.contact?.phone ?? null} />
  }
  if (tripRef === null) return null
  if (step === 'refresh') return <RefreshButton id={id} tripRef={tripRef} />
  if (step !== 'start_check') return null
  return (
    <Link to={`/check?trip=${tripRef}`} className="button quiet-button">
      {formatStepLabel(step)}
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
        {formatStepLabel('refresh')}
      </button>
      <div role="status">{isFailed && 'No answer. Try again later.'}</div>
    </div>
  )
}
