import { useState } from 'preact/hooks'
import { formatTripInstant } from './duty.ts'
import { CallButton } from './parts.tsx'
import type { CabTrip } from './records.ts'
import { Slide } from './slide.tsx'

type NoShowProps = { readonly trip: CabTrip; readonly now: number; readonly onDone: () => void }

/** The report of a no-show, after the wait and a call. */
export function NoShow({ trip, now, onDone }: NoShowProps) {
  const [hasRung, setHasRung] = useState(false)
  const allowedAt = trip.no_show_allowed_at
  const left = allowedAt === null ? 0 : Math.max(0, Math.ceil((Date.parse(allowedAt) - now) / 1000))
  return (
    <details class="fold">
      <summary>No passengers?</summary>
      {allowedAt !== null && left > 0 && (
        <p>
          Wait until {formatTripInstant(allowedAt, trip.timezone, now)}: <strong class="time">{formatStopwatch(left)}</strong>{' '}
          left.
        </p>
      )}
      {trip.contact !== null && (
        <p>
          <CallButton name={trip.contact.name} phone={trip.contact.phone} onRing={() => setHasRung(true)} />
        </p>
      )}
      <label class="tick">
        <input type="checkbox" checked={hasRung} onChange={({ currentTarget }) => setHasRung(currentTarget.checked)} />I called
        them
      </label>
      <Slide
        label="No-show"
        question="Did you call the passengers? The office is notified immediately."
        onDone={onDone}
        isDisabled={left > 0 || !hasRung}
      />
    </details>
  )
}

function formatStopwatch(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
