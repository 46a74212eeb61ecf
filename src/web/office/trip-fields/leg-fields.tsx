import { ActionIcon } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { estimateDrive, usualRoads } from '../../../domain/road-distance.ts'
import { parseCoordinates } from '../../plain/coordinates.ts'
import { formatDrive } from '../../plain/distance-said.ts'
import { formatDay, toWallDay } from '../../plain/moment.ts'
import { toWallAt } from '../../plain/zone.ts'
import { ClockField } from '../form/clock-field.tsx'
import { ChoiceField } from '../form/fields.tsx'
import { jumpedOver, RepeatedHourField } from '../form/time-fields.tsx'
import { Icon } from '../parts/icon.tsx'
import {
  countDepartures,
  type LegDraft,
  type LegInstants,
  mostStops,
  type StopDraft,
  shiftLegTimes,
  type WholeLeg,
} from './legs.ts'
import { PlaceField, type PlaceOffer } from './place-field.tsx'
import { emptyPlace, formatPlaceCoordinates } from './places.ts'

type LegProps = {
  /** Path of the leg in the form, which is also that of its faults. */
  readonly path: string
  /** The name of the leg in the labels of its fields. Empty for the first one. */
  readonly prefix: string
  readonly leg: WholeLeg
  readonly times: LegInstants
  readonly zone: string
  readonly offer: PlaceOffer | null
  readonly isFarKnown: (label: string) => boolean
  readonly onLeg: (change: Partial<LegDraft>) => void
  readonly heading: ReactNode
}

/** The fields of a leg: its pick-up, stops and drop-off with their times. */
export function LegFields(props: LegProps) {
  const { path, prefix, leg, times, zone, offer, onLeg } = props
  const lines = useRef<HTMLOListElement>(null)
  const [added, setAdded] = useState<number | null>(null)
  useEffect(() => {
    if (added === null) return
    lines.current?.querySelector<HTMLElement>(`[data-stop="${added}"] .place-name input`)?.focus()
    setAdded(null)
  }, [added])
  const name = (part: string) => (prefix === '' ? part : `${prefix} ${part.toLowerCase()}`)
  const noteOf = (at: number | null | undefined) => describeOtherDay(at ?? null, times.day, zone)
  const addStop = () => {
    const kind = prefix === 'Return' ? 'dropoff' : 'pickup'
    onLeg({ stops: [...leg.stops, { kind, place: emptyPlace, time: '' }] })
    setAdded(leg.stops.length)
  }
  const end = (which: 'pickup' | 'dropoff', word: string) => (
    <PlaceField
      path={`${path}.${which}`}
      label={name(word)}
      isLabelHidden
      place={leg[which]}
      onPlace={(place) => onLeg({ [which]: place })}
      offer={offer}
      isCopy={leg.isMirrored}
      isFarKnown={props.isFarKnown(leg[which].label)}
    />
  )
  const arrival = { path: `${path}.arrive_by`, label: name('Drop-off time'), value: leg.arrives }
  return (
    <section className="leg" data-leg aria-label={prefix === '' ? 'Outward' : prefix}>
      <div className="leg-head">
        {props.heading}
        <LegDrive leg={leg} zone={zone} />
      </div>
      <ol className="leg-lines" ref={lines}>
        <LegLine word="Pick-up" look="from" time={<DepartureField {...props} label={name('Pick-up time')} />}>
          {end('pickup', 'Pick-up')}
        </LegLine>
        {leg.stops.map((stop, nth) => (
          <StopLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a stop is identified by its position
            key={nth}
            nth={nth}
            path={`${path}.stops.${nth}`}
            label={name(`Stop ${nth + 1}`)}
            stop={stop}
            offer={offer}
            isCopy={leg.isMirrored}
            note={noteOf(times.stops[nth])}
            onStop={(change) => onLeg({ stops: leg.stops.with(nth, { ...stop, ...change }) })}
            remove={() => onLeg({ stops: leg.stops.toSpliced(nth, 1) })}
          />
        ))}
        <LegLine
          word="Drop-off"
          look="to"
          note={noteOf(times.arrives)}
          time={<ClockField {...arrival} onValue={(arrives) => onLeg({ arrives })} />}
        >
          {end('dropoff', 'Drop-off')}
        </LegLine>
      </ol>
      <button
        type="button"
        className="plain-button leg-add"
        data-add-stop
        hidden={leg.stops.length >= mostStops}
        aria-label={prefix === '' ? undefined : `Add stop (${prefix.toLowerCase()})`}
        onClick={addStop}
      >
        + Add stop
      </button>
    </section>
  )
}

/** The day of a time after midnight; null for a time on the day of the departure. */
function describeOtherDay(at: number | null, day: string, zone: string): string | null {
  const own = at === null ? day : toWallDay(toWallAt(at, zone))
  return own === day ? null : formatDay(own, own)
}

/** The departure of a leg. Once it has changed, the other times of the leg move with it. */
function DepartureField({ path, label, leg, times, zone, onLeg }: LegProps & { readonly label: string }) {
  const before = useRef(leg.departs)
  const departures = countDepartures(leg, times.day, zone)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the other times move when the field is left
    <div
      onFocus={() => {
        before.current = leg.departs
      }}
      onBlur={() => {
        const moved = shiftLegTimes(leg, before.current)
        before.current = leg.departs
        if (Object.keys(moved).length > 0) onLeg(moved)
      }}
    >
      <ClockField
        path={`${path}.departs_at`}
        label={label}
        isRequired
        value={leg.departs}
        onValue={(departs) => onLeg({ departs })}
        fault={departures === 0 ? jumpedOver : null}
      />
      {departures === 2 && <RepeatedHourField isSecond={leg.isSecond} onSecond={(isSecond) => onLeg({ isSecond })} />}
    </div>
  )
}

const stopKinds: readonly { readonly value: StopDraft['kind']; readonly label: string }[] = [
  { value: 'pickup', label: 'Pick-up' },
  { value: 'dropoff', label: 'Drop-off' },
  { value: 'comfort', label: 'Comfort stop' },
  { value: 'visit', label: 'Visit' },
]

function StopLine(props: {
  readonly nth: number
  readonly path: string
  readonly label: string
  readonly stop: StopDraft
  readonly offer: PlaceOffer | null
  readonly isCopy: boolean
  readonly note: string | null
  readonly onStop: (change: Partial<StopDraft>) => void
  readonly remove: () => void
}) {
  const { nth, path, label, stop, onStop } = props
  return (
    <LegLine
      word="Stop"
      look="via"
      stop={nth}
      note={props.note}
      time={
        <ClockField path={`${path}.arrive_at`} label={`${label} time`} value={stop.time} onValue={(time) => onStop({ time })} />
      }
    >
      <PlaceField
        path={`${path}.place`}
        label={label}
        isLabelHidden
        place={stop.place}
        onPlace={(place) => onStop({ place })}
        offer={props.offer}
        isCopy={props.isCopy}
        beside={
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${label.toLowerCase()}`} onClick={props.remove}>
            <Icon name="close" />
          </ActionIcon>
        }
      >
        <ChoiceField
          path={`${path}.kind`}
          label="Stop type"
          value={stop.kind}
          onValue={(kind) => kind !== null && onStop({ kind })}
          choices={stopKinds}
        />
      </PlaceField>
    </LegLine>
  )
}

function LegLine(props: {
  readonly word: string
  readonly look: 'from' | 'via' | 'to'
  readonly stop?: number
  readonly time: ReactNode
  /** A note below the time. */
  readonly note?: string | null
  readonly children: ReactNode
}) {
  return (
    <li data-look={props.look} data-stop={props.stop}>
      <div>
        {props.time}
        {props.note && <span className="second-line">{props.note}</span>}
      </div>
      <span className="leg-dot" aria-hidden="true" />
      <span className="leg-word quiet" aria-hidden="true">
        {props.word}
      </span>
      {props.children}
    </li>
  )
}

/** The estimate of a leg's drive, if the coordinates of all places are known. */
function LegDrive({ leg: { pickup, stops, dropoff }, zone }: { readonly leg: WholeLeg; readonly zone: string }) {
  const places = [pickup, ...stops.map(({ place }) => place), dropoff]
  const points = places.flatMap((place) => parseCoordinates(formatPlaceCoordinates(place)) ?? [])
  if (points.length < places.length) return null
  const { distanceM, drivingSeconds } = estimateDrive(points, usualRoads)
  const drive = { distance_m: distanceM, driving_seconds: drivingSeconds, distance_source: 'estimated' }
  return <span className="quiet leg-drive">{formatDrive(drive, zone)}</span>
}
