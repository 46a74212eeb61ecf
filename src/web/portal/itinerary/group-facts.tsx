import { counted } from '../../../domain/spoken.ts'
import { wholeDistanceSaid } from '../../plain/distance-said.ts'
import { spokenHours } from '../../plain/hours-words.ts'
import { spokenWord } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { Facts } from '../parts/facts.tsx'
import { LocalTime } from '../parts/moment.tsx'

/** The part of a job or a booking that tells of the people and what they need. */
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
 * Facts about the group and its needs, before and after it is booked. `coaches` names its coaches, `empty` says how far
 * they go without it, and `first` stands above it all.
 */
export function GroupFacts(props: {
  readonly trip: GroupNeeds
  readonly coaches: string
  readonly empty?: string | null
  readonly first?: readonly (readonly [string, string])[]
}) {
  const { trip, coaches, empty = null, first = [] } = props
  const { flight, hours_advice, notes, driver_provisions } = trip
  return (
    <Facts
      facts={[
        ...first,
        ['People', [counted(trip.passenger_count, 'person', 'people'), ages(trip)].filter(Boolean).join(': ')],
        ['Coaches', coaches],
        ['Luggage', luggage(trip)],
        ['Access', access(trip)],
        ['On board', trip.amenities_required.map(spokenWord).join(', ')],
        ['DBS', trip.dbs_required === 'none' ? null : spokenWord(trip.dbs_required)],
        ['Coach', trip.coach_stays_with_group ? 'Stays with the group' : null],
        ['For the driver', driver_provisions && provided(driver_provisions)],
        [
          'Flight',
          flight && (
            <>
              {flight.number}, {spokenWord(flight.direction).toLowerCase()}
              {flight.scheduled_at !== null && (
                <>
                  {' '}
                  <LocalTime at={flight.scheduled_at} />
                </>
              )}
            </>
          ),
        ],
        ['Distance', wholeDistanceSaid(trip, trip.legs)],
        ['Depot', empty],
        ['Hours', hours_advice && spokenHours(hours_advice, trip.legs)],
        ['Notes', notes && <span className="itinerary-notes">{notes}</span>],
      ]}
    />
  )
}

function ages({ passengers }: GroupNeeds): string {
  if (passengers === null) return ''
  const { adults, children, infants } = passengers
  return [
    adults > 0 && counted(adults, 'adult'),
    children > 0 && counted(children, 'child', 'children'),
    infants > 0 && counted(infants, 'infant'),
  ]
    .filter(Boolean)
    .join(', ')
}

function luggage({ luggage: carried }: GroupNeeds): string {
  if (carried === null) return ''
  const { suitcases, hand_luggage, oversized, note } = carried
  return [
    suitcases > 0 && counted(suitcases, 'suitcase'),
    hand_luggage > 0 && counted(hand_luggage, 'hand bag'),
    ...oversized.map(spokenWord),
    note,
  ]
    .filter(Boolean)
    .join(', ')
}

function access({ accessibility }: GroupNeeds): string {
  if (accessibility === null) return ''
  const { wheelchair_spaces, wheelchair_remains_seated, lift_required, step_free, psvar_required, assistance_dogs, note } =
    accessibility
  return [
    wheelchair_spaces > 0 && counted(wheelchair_spaces, 'wheelchair'),
    wheelchair_remains_seated && 'stays seated in it',
    lift_required && 'lift',
    step_free && 'step-free',
    psvar_required && 'PSVAR',
    assistance_dogs > 0 && counted(assistance_dogs, 'assistance dog'),
    note,
  ]
    .filter(Boolean)
    .join(', ')
}

function provided(provisions: NonNullable<GroupNeeds['driver_provisions']>): string {
  return Object.entries(provisions)
    .map(([what, by]) => `${spokenWord(what).toLowerCase()} by ${spokenWord(by).toLowerCase()}`)
    .join(', ')
}
