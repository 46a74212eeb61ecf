import { formatCount } from '../../../domain/spoken.ts'
import type { Records } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { FactTable } from '../../office/parts/facts.tsx'
import { LocalTime } from '../../office/parts/moment.tsx'
import { formatWholeDistance } from '../../plain/distance-said.ts'
import { formatDriverHours } from '../../plain/hours-words.ts'
import { formatWord } from '../../plain/words.ts'

/** The part of a job or a booking about the passengers and their requirements. */
type GroupNeeds = Pick<
  Records['Job'],
  | 'passenger_count'
  | 'passengers'
  | 'luggage'
  | 'accessibility'
  | 'amenities_required'
  | 'dbs_required'
  | 'coach_stays_with_group'
  | 'driver_provisions'
  | 'flight'
  | 'distance_m'
  | 'driving_seconds'
  | 'distance_source'
  | 'hours_advice'
  | 'legs'
  | 'notes'
>

/**
 * Facts about the passengers and their requirements, of a job or a booking. `coaches` names the vehicles, `empty` is the empty
 * distance, and `first` comes first.
 */
export function GroupFacts(props: {
  readonly trip: GroupNeeds
  readonly coaches: string
  readonly empty?: string | null
  readonly first?: readonly (readonly [string, string])[]
}) {
  const { trip, coaches, empty = null, first = [] } = props
  const { zone } = useSession()
  const { flight, hours_advice, notes, driver_provisions } = trip
  return (
    <FactTable
      facts={[
        ...first,
        ['Passengers', [String(trip.passenger_count), formatAges(trip)].filter(Boolean).join(': ')],
        ['Vehicles', coaches],
        ['Luggage', formatGroupLuggage(trip)],
        ['Access', formatAccess(trip.accessibility)],
        ['Amenities', trip.amenities_required.map(formatWord).join(', ')],
        ['DBS', trip.dbs_required === 'none' ? null : formatWord(trip.dbs_required)],
        ['Between legs', trip.coach_stays_with_group ? 'Vehicle stays with the group' : null],
        ['For the driver', driver_provisions && formatProvisions(driver_provisions)],
        [
          'Flight',
          flight && (
            <>
              {flight.number}, {formatWord(flight.direction).toLowerCase()}
              {flight.scheduled_at !== null && (
                <>
                  {' '}
                  <LocalTime at={flight.scheduled_at} />
                </>
              )}
            </>
          ),
        ],
        ['Route', formatWholeDistance(trip, trip.legs, zone)],
        ['Depot', empty],
        ['Hours', hours_advice && formatDriverHours(hours_advice, trip.legs)],
        ['Notes', notes && <span className="itinerary-notes">{notes}</span>],
      ]}
    />
  )
}

function formatAges({ passengers }: GroupNeeds): string {
  if (passengers === null) return ''
  const { adults, children, infants } = passengers
  return [
    adults > 0 && formatCount(adults, 'adult'),
    children > 0 && formatCount(children, 'child', 'children'),
    infants > 0 && formatCount(infants, 'infant'),
  ]
    .filter(Boolean)
    .join(', ')
}

function formatGroupLuggage({ luggage: carried }: GroupNeeds): string {
  if (carried === null) return ''
  const { suitcases, hand_luggage, oversized, note } = carried
  return [
    suitcases > 0 && formatCount(suitcases, 'suitcase'),
    hand_luggage > 0 && formatCount(hand_luggage, 'item of hand luggage', 'items of hand luggage'),
    ...oversized.map(formatWord),
    note,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The needs of wheelchair users and others, in one line. Empty without any. */
export function formatAccess(accessibility: Records['AccessibilityInput'] | null): string {
  if (accessibility === null) return ''
  const { wheelchair_spaces, wheelchair_remains_seated, lift_required, step_free, psvar_required, assistance_dogs, note } =
    accessibility
  return [
    wheelchair_spaces && formatCount(wheelchair_spaces, 'wheelchair'),
    wheelchair_remains_seated && 'passenger stays in wheelchair',
    lift_required && 'lift',
    step_free && 'step-free',
    psvar_required && 'PSVAR',
    assistance_dogs && formatCount(assistance_dogs, 'assistance dog'),
    note,
  ]
    .filter(Boolean)
    .join(', ')
}

function formatProvisions(provisions: NonNullable<GroupNeeds['driver_provisions']>): string {
  return Object.entries(provisions)
    .map(([what, by]) => `${formatWord(what).toLowerCase()} by ${formatWord(by).toLowerCase()}`)
    .join(', ')
}
