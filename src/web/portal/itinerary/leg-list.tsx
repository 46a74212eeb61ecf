import { counted, spokenLength } from '../../../domain/spoken.ts'
import { distanceSaid, noCoordinates } from '../../plain/distance-said.ts'
import { spokenWord } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { Icon } from '../parts/icon.tsx'
import { LocalTime } from '../parts/moment.tsx'
import { Badge } from '../parts/state-badge.tsx'
import './itinerary.css'

type Place = Records['Place']
/** A leg as it was offered, or with how far it has come once it is booked. */
type Leg = Records['Leg'] & { readonly status?: string }

/**
 * The way from place to place, each with a line below the other; masked places are as the API tells them. With
 * `isFarKnown` a leg without a distance does not say why, as that of the whole trip stands elsewhere.
 */
export function LegList({ legs, isFarKnown = false }: { readonly legs: readonly Leg[]; readonly isFarKnown?: boolean }) {
  return (
    <ol className="itinerary-legs">
      {legs.map((leg) => (
        <LegLine key={leg.sequence} leg={leg} isOnly={legs.length === 1} isFarKnown={isFarKnown} />
      ))}
    </ol>
  )
}

function LegLine(props: { readonly leg: Leg; readonly isOnly: boolean; readonly isFarKnown: boolean }) {
  const { leg, isOnly, isFarKnown } = props
  const isStandby = leg.kind === 'standby'
  return (
    <li>
      <p className="itinerary-leg">
        <strong>
          <LocalTime at={leg.departs_at} />
        </strong>
        {!isOnly && <span className="quiet">Leg {leg.sequence}</span>}
        {leg.kind !== 'transfer' && <span className="quiet">{spokenWord(leg.kind)}</span>}
        {leg.status !== undefined && leg.status !== 'pending' && (
          <Badge tone={leg.status === 'completed' ? 'over' : 'good'}>{spokenWord(leg.status)}</Badge>
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
              {waiting_minutes !== null && waiting_minutes > 0 && ` waits ${waiting_minutes} min`}
              {note !== null && ` ${note}`}
            </span>
          </li>
        ))}
        {!isStandby && (
          <li>
            <PlaceText place={leg.dropoff} />
            {leg.arrive_by !== null && (
              <span className="second-line">
                By <LocalTime at={leg.arrive_by} />
              </span>
            )}
          </li>
        )}
      </ul>
      <p className="second-line">
        {[
          isStandby ? '' : counted(leg.passenger_count, 'person', 'people'),
          isStandby ? '' : (distanceSaid(leg) ?? (isNowhere(leg) && !isFarKnown ? noCoordinates : '')),
          leg.waiting_minutes > 0 ? `waits ${spokenLength(leg.waiting_minutes * 60_000)}` : '',
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
