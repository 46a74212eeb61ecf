import { formatCount, formatDuration } from '../../../domain/spoken.ts'
import type { Records } from '../../office/api/client.ts'
import { Icon } from '../../office/parts/icon.tsx'
import { LocalTime } from '../../office/parts/moment.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { formatDrive, noCoordinates } from '../../plain/distance-said.ts'
import { formatLegName } from '../../plain/leg-name.ts'
import { findTripStep, formatWord } from '../../plain/words.ts'
import './itinerary.css'

type Place = Records['Place']
/** A leg of a job, or of a booking with its status. */
type Leg = Records['Leg'] & { readonly status?: string }
type ListedItinerary = { readonly trip_type: string; readonly legs: readonly Leg[] }

/**
 * The itinerary, one line for each place. Masked places show the API's text. With `isFarKnown` a leg without a distance shows
 * no reason, because the distance of the whole trip is shown elsewhere.
 */
export function LegList({ trip, isFarKnown = false }: { readonly trip: ListedItinerary; readonly isFarKnown?: boolean }) {
  return (
    <ol className="itinerary-legs">
      {trip.legs.map((leg) => (
        <LegLine key={leg.sequence} leg={leg} name={formatLegName(leg, trip)} isFarKnown={isFarKnown} />
      ))}
    </ol>
  )
}

function LegLine(props: { readonly leg: Leg; readonly name: string | null; readonly isFarKnown: boolean }) {
  const { leg, name, isFarKnown } = props
  const isStandby = leg.kind === 'standby'
  return (
    <li>
      <p className="itinerary-leg">
        {name !== null && <strong>{name}</strong>}
        <strong>
          <LocalTime at={leg.departs_at} />
        </strong>
        {leg.kind !== 'transfer' && <span className="quiet">{isStandby ? 'Coach waits' : formatWord(leg.kind)}</span>}
        {leg.status !== undefined && leg.status !== 'pending' && (
          <Badge tone={leg.status === 'completed' ? 'over' : 'good'}>{findTripStep(leg.status).word}</Badge>
        )}
      </p>
      <ul className="itinerary-stops">
        <li>
          <PlaceText place={leg.pickup} />
        </li>
        {leg.stops.map(({ sequence, place, arrive_at, waiting_minutes, note }) => (
          <li key={sequence}>
            <PlaceText place={place} />
            <span className="second-line">
              {arrive_at !== null && <LocalTime at={arrive_at} />}
              {waiting_minutes !== null && waiting_minutes > 0 && ` Waiting ${waiting_minutes} min`}
              {note !== null && ` ${note}`}
            </span>
          </li>
        ))}
        {!isStandby && (
          <li>
            <PlaceText place={leg.dropoff} />
            {leg.arrive_by !== null && (
              <span className="second-line">
                Arrive by <LocalTime at={leg.arrive_by} />
              </span>
            )}
          </li>
        )}
      </ul>
      <p className="second-line">
        {[
          isStandby ? '' : formatCount(leg.passenger_count, 'passenger'),
          isStandby ? '' : (formatDrive(leg) ?? (isNowhere(leg) && !isFarKnown ? noCoordinates : '')),
          leg.waiting_minutes > 0 ? `waiting ${formatDuration(leg.waiting_minutes * 60_000)}` : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  )
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
  const sought =
    place.latitude !== null && place.longitude !== null
      ? `mlat=${place.latitude}&mlon=${place.longitude}#map=16/${place.latitude}/${place.longitude}`
      : null
  const href =
    sought === null
      ? `https://www.openstreetmap.org/search?query=${encodeURIComponent([place.label, ...lines].join(', '))}`
      : `https://www.openstreetmap.org/?${sought}`
  return (
    <>
      {place.label}{' '}
      <a className="itinerary-map" href={href} target="_blank" rel="noreferrer" aria-label={`${place.label} on the map`}>
        map
        <Icon name="away" />
      </a>
      {lines.length > 0 && <span className="second-line">{lines.join(', ')}</span>}
      {place.access_note !== null && <span className="second-line">{place.access_note}</span>}
    </>
  )
}
