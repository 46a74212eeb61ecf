import type { ReactNode } from 'react'
import { formatCount, formatDuration } from '../../../domain/spoken.ts'
import type { Records } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { Badge } from '../../office/parts/state-badge.tsx'
import { formatDrive, noCoordinates } from '../../plain/distance-said.ts'
import { formatLegName } from '../../plain/leg-name.ts'
import { hasMapApp } from '../../plain/map-app.ts'
import { buildMapLink } from '../../plain/map-link.ts'
import { findToday, formatDay, toWall, toWallDay, toWallTime } from '../../plain/moment.ts'
import { type EndingTrip, findShownEnd } from '../../plain/trip-end.ts'
import { findTripStep, formatWord } from '../../plain/words.ts'
import { formatOffset } from '../../plain/zone.ts'
import { Card } from './card.tsx'

type Place = Records['Place']
/** A leg of a job, or of a booking with its status. */
type Leg = Records['Leg'] & { readonly status?: string }
type ListedItinerary = Omit<EndingTrip, 'legs'> & {
  readonly trip_type: string
  readonly departs_at: string
  readonly legs: readonly Leg[]
}

/**
 * The itinerary, a card for each drive with its times and places. Masked places show the API's text. With `isFarKnown` a leg without a
 * distance shows no reason, because the distance of the whole trip is shown elsewhere.
 */
export function LegList({ trip, isFarKnown = false }: { readonly trip: ListedItinerary; readonly isFarKnown?: boolean }) {
  const last = trip.legs.findLast(({ kind }) => kind !== 'standby')
  return groupLegs(trip.legs).map(([leg, ...waits]) => (
    <LegCard
      key={leg.sequence}
      leg={leg}
      waits={waits}
      trip={trip}
      end={leg === last ? findShownEnd(trip) : leg.arrive_by}
      isFarKnown={isFarKnown}
    />
  ))
}

/** Each drive with the waits after it. */
function groupLegs(legs: readonly Leg[]): readonly (readonly [Leg, ...Leg[]])[] {
  const groups: [Leg, ...Leg[]][] = []
  for (const leg of legs) {
    const before = groups.at(-1)
    if (leg.kind === 'standby' && before !== undefined) before.push(leg)
    else groups.push([leg])
  }
  return groups
}

function LegCard(props: {
  readonly leg: Leg
  readonly waits: readonly Leg[]
  readonly trip: ListedItinerary
  readonly end: string | null
  readonly isFarKnown: boolean
}) {
  const { leg, waits, trip, end } = props
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const isStandby = leg.kind === 'standby'
  const day = toWallDay(leg.departs_at)
  const isOfDays = toWallDay(trip.departs_at) !== toWallDay(trip.ends_at)
  const kind = leg.kind === 'transfer' ? null : isStandby ? 'Coach waits' : formatWord(leg.kind)
  const title = [formatLegName(leg, trip), kind].filter(Boolean).join(' · ') || 'Itinerary'
  const isNumbered = trip.legs.some(({ passenger_count }) => passenger_count !== leg.passenger_count)
  const drive = formatDrive(leg, zone) ?? (isNowhere(leg) && !props.isFarKnown ? noCoordinates : '')
  const facts = [isNumbered ? formatCount(leg.passenger_count, 'passenger') : '', drive].filter(Boolean).join(' · ')
  return (
    <Card
      title={isOfDays ? `${title} · ${formatDay(leg.departs_at, today)}` : title}
      isOnPaper
      beside={
        <>
          {leg.status !== undefined && leg.status !== 'pending' && (
            <Badge tone={leg.status === 'completed' ? 'over' : 'good'}>{findTripStep(leg.status).word}</Badge>
          )}
          {!isStandby && <span className="quiet itinerary-drive">{facts}</span>}
        </>
      }
    >
      <ol className="itinerary-stops">
        <StopLine at={leg.departs_at} day={day} look="from">
          <PlaceText place={leg.pickup} />
        </StopLine>
        {leg.stops.map(({ sequence, place, arrive_at, waiting_minutes, note }) => (
          <StopLine key={sequence} at={arrive_at} day={day} look="via">
            <PlaceText place={place} />
            <SecondLine>{[waiting_minutes ? `Waiting ${waiting_minutes} min` : '', note].filter(Boolean).join(' · ')}</SecondLine>
          </StopLine>
        ))}
        {!isStandby && (
          <StopLine at={end} day={day} look="to">
            <PlaceText place={leg.dropoff} />
            {leg.arrive_by !== null && <SecondLine>Arrive by {toWallTime(leg.arrive_by)}</SecondLine>}
          </StopLine>
        )}
        {leg.waiting_minutes > 0 && waits.length === 0 && <WaitLine minutes={leg.waiting_minutes} />}
        {waits.map(({ sequence, waiting_minutes }) => (
          <WaitLine key={sequence} minutes={waiting_minutes} />
        ))}
      </ol>
    </Card>
  )
}

function WaitLine({ minutes }: { readonly minutes: number }) {
  return (
    <StopLine at={null} day="" look="via">
      {minutes > 0 ? `Coach waits ${formatDuration(minutes * 60_000)}` : 'Coach waits'}
    </StopLine>
  )
}

/** A line of a leg: the time on the left, then the place. A time of another day than the leg's shows its day. */
function StopLine(props: {
  readonly at: string | null
  readonly day: string
  readonly look: 'from' | 'via' | 'to'
  readonly children: ReactNode
}) {
  const { at, day } = props
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  return (
    <li>
      {at === null ? (
        <span />
      ) : (
        <time className="itinerary-time" dateTime={at}>
          {toWallTime(toWall(at))}
          <SecondLine>
            {[toWallDay(at) === day ? '' : formatDay(at, today), formatOffset(at, zone)].filter(Boolean).join(' ')}
          </SecondLine>
        </time>
      )}
      <div className="itinerary-place" data-look={props.look}>
        {props.children}
      </div>
    </li>
  )
}

function SecondLine({ children }: { readonly children: ReactNode }) {
  return children === '' ? null : <span className="second-line">{children}</span>
}

/** Whether a place of a leg has no coordinates. */
function isNowhere({ pickup, stops, dropoff }: Leg): boolean {
  const places = [pickup, ...stops.map(({ place }) => place), dropoff]
  return places.some(({ latitude, longitude }) => latitude === null || longitude === null)
}

function PlaceText({ place }: { readonly place: Place }) {
  const lines = [...place.address_lines, place.locality, place.postcode ?? place.postcode_area].filter(
    (line) => line && line !== place.label,
  )
  const link = buildMapLink(place, hasMapApp())
  return (
    <>
      <strong>{place.label}</strong>{' '}
      {link !== null && (
        <a className="itinerary-map" href={link.href} target={link.target} rel={link.rel} aria-label={`Map of ${place.label}`}>
          Map
        </a>
      )}
      <SecondLine>{lines.join(', ')}</SecondLine>
      <SecondLine>{place.access_note ?? ''}</SecondLine>
    </>
  )
}
