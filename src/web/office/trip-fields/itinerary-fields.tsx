import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatDuration } from '../../../domain/spoken.ts'
import { formatDay } from '../../plain/moment.ts'
import { useBoundValue } from '../form/bound-fields.tsx'
import { DateField } from '../form/time-fields.tsx'
import { useKeys } from '../shell/keys.ts'
import { LegFields } from './leg-fields.tsx'
import {
  createNextLeg,
  type LegDraft,
  type LegInstants,
  listLegTimes,
  listWholeLegs,
  mostLegs,
  type TripShape,
  type WholeLeg,
} from './legs.ts'
import type { PlaceOffer } from './place-field.tsx'

type ItineraryProps = {
  readonly shape: TripShape
  readonly zone: string
  readonly offer: PlaceOffer | null
  /** Whether the vehicle waits for the group between the legs. */
  readonly coachStays: boolean
  /** Whether the distance to a place of this name is known, with coordinates or without. */
  readonly isFarKnown?: (label: string) => boolean
}

const neverKnown = () => false

/**
 * The legs of a trip at `legs` of the form's draft, each with its pick-up, stops and drop-off. `Alt+S` adds a stop to the leg
 * with the focus.
 */
export function ItineraryFields({ shape, zone, offer, coachStays, isFarKnown = neverKnown }: ItineraryProps) {
  const { path, value, onValue } = useBoundValue<readonly Partial<LegDraft>[]>('legs')
  const frame = useRef<HTMLDivElement>(null)
  const drafts = value ?? []
  const legs = listWholeLegs(shape, drafts)
  const times = listLegTimes(legs, zone)
  const put = (nth: number, change: Partial<LegDraft>) => {
    const whole = Array.from({ length: Math.max(drafts.length, nth + 1) }, (_, at) => drafts[at] ?? {})
    onValue(whole.with(nth, { ...whole[nth], ...change }))
  }
  const addStop = () => {
    const leg = document.activeElement?.closest('[data-leg]') ?? frame.current?.querySelector('[data-leg]')
    leg?.querySelector<HTMLElement>('[data-add-stop]')?.click()
  }
  useKeys({ 'Alt+S': { says: 'Add a stop', run: addStop } })
  return (
    <div className="legs" ref={frame}>
      {legs.map((leg, nth) => {
        const [own, before] = [times[nth], times[nth - 1]]
        if (own === undefined) return null
        const onLeg = (change: Partial<LegDraft>) => put(nth, change)
        return (
          <LegFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a leg is identified by its position
            key={nth}
            path={`${path}.${nth}`}
            prefix={nth === 0 ? '' : shape === 'return' ? 'Return' : `Leg ${nth + 1}`}
            leg={leg}
            times={own}
            zone={zone}
            offer={offer}
            isFarKnown={isFarKnown}
            onLeg={onLeg}
            heading={
              shape === 'multi_day' ? (
                <TourLegHead
                  path={`${path}.${nth}`}
                  nth={nth}
                  leg={leg}
                  onLeg={onLeg}
                  remove={legs.length > 2 ? () => onValue(drafts.toSpliced(nth, 1)) : null}
                />
              ) : nth === 0 ? (
                <strong>Outward</strong>
              ) : (
                <ReturnHead path={`${path}.1`} leg={leg} times={own} before={before} coachStays={coachStays} onLeg={onLeg} />
              )
            }
          />
        )
      })}
      {shape === 'multi_day' && legs.length < mostLegs && (
        <button
          type="button"
          className="plain-button"
          onClick={() => onValue([...drafts, createNextLeg(legs.at(-1), times.at(-1)?.day ?? '')])}
        >
          + Add leg
        </button>
      )}
    </div>
  )
}

/** The heading of a return: its day, which is usually that of the way out, and the wait of the vehicle. */
function ReturnHead(props: {
  readonly path: string
  readonly leg: WholeLeg
  readonly times: LegInstants
  readonly before: LegInstants | undefined
  readonly coachStays: boolean
  readonly onLeg: (change: Partial<LegDraft>) => void
}) {
  const { leg, times, before, onLeg } = props
  const [isOpen, setOpen] = useState(leg.day !== '')
  const arrived = before?.arrives ?? null
  const isSameDay = before === undefined || times.day === before.day
  const day = isSameDay ? 'same day' : formatDay(times.day, '')
  const wait = props.coachStays && arrived !== null && times.departs !== null ? times.departs - arrived : 0
  return (
    <>
      <strong>Return</strong>
      {isOpen ? (
        <div className="leg-day">
          <DateField path={`${props.path}.day`} label="Return date" value={leg.day} onValue={(next) => onLeg({ day: next })} />
        </div>
      ) : (
        <span className="quiet">
          {[day, wait > 0 && `coach waits ${formatDuration(wait)}`].filter(Boolean).join(' · ')}{' '}
          <button type="button" className="plain-button" onClick={() => setOpen(true)}>
            Change day
          </button>
        </span>
      )}
    </>
  )
}

function TourLegHead(props: {
  readonly path: string
  readonly nth: number
  readonly leg: WholeLeg
  readonly onLeg: (change: Partial<LegDraft>) => void
  readonly remove: (() => void) | null
}) {
  const { nth, leg, onLeg, remove } = props
  const name = `Leg ${nth + 1}`
  return (
    <>
      <strong>{name}</strong>
      {nth === 0 ? (
        leg.day !== '' && <span className="quiet">{formatDay(leg.day, '')}</span>
      ) : (
        <div className="leg-day">
          <DateField
            path={`${props.path}.day`}
            label={`${name} date`}
            isRequired
            value={leg.day}
            onValue={(next) => onLeg({ day: next })}
          />
        </div>
      )}
      {remove !== null && nth > 0 && (
        <Button variant="subtle" color="gray" size="xs" onClick={remove} aria-label={`Remove leg ${nth + 1}`}>
          Remove
        </Button>
      )}
    </>
  )
}
