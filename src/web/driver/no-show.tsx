import { useState } from 'preact/hooks'
import { instantOn } from './duty.ts'
import { Ring } from './parts.tsx'
import type { CabTrip } from './records.ts'
import { Slide } from './slide.tsx'

type NoShowProps = { readonly trip: CabTrip; readonly now: number; readonly onDone: () => void }

/** No one is there: the wait counts down, somebody is rung, then it is told. */
export function NoShow({ trip, now, onDone }: NoShowProps) {
  const [hasRung, setHasRung] = useState(false)
  const allowedAt = trip.no_show_allowed_at
  const left = allowedAt === null ? 0 : Math.max(0, Math.ceil((Date.parse(allowedAt) - now) / 1000))
  return (
    <details class="fold">
      <summary>Nobody there?</summary>
      {allowedAt !== null && left > 0 && (
        <p>
          Wait until {instantOn(allowedAt, trip.timezone, now)}: <strong class="time">{clockOf(left)}</strong> to go.
        </p>
      )}
      {trip.contact !== null && (
        <p>
          <Ring name={trip.contact.name} phone={trip.contact.phone} onRing={() => setHasRung(true)} />
        </p>
      )}
      <label class="tick">
        <input type="checkbox" checked={hasRung} onChange={({ currentTarget }) => setHasRung(currentTarget.checked)} />I rang them
      </label>
      <Slide
        label="Nobody came"
        question="Nobody came, and you rang them? The office is told at once."
        onDone={onDone}
        isDisabled={left > 0 || !hasRung}
      />
    </details>
  )
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
