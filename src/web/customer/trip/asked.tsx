import { useState } from 'preact/hooks'
import { distanceSaid, wholeDistanceSaid } from '../../plain/distance-said.ts'
import { spokenWord } from '../../plain/words.ts'
import { type FactRow, Facts, placeLine, Section, useView } from './parts.tsx'
import type { ShownTrip, TripView } from './shown.ts'
import { tripTime } from './times.ts'

type ShownLeg = ShownTrip['legs'][number]

/** Everything that was asked for. */
export function AskedFor() {
  const view = useView()
  const { trip } = view
  return (
    <Section id="way" title="What you asked for">
      <div id="legs">
        {trip.legs.map((leg) => (
          <LegCard key={leg.sequence} leg={leg} view={view} />
        ))}
      </div>
      <Facts id="wishes" rows={wishesOf(trip, view)} />
      {trip.status === 'open' && (
        <details>
          <summary>Something is wrong or has changed</summary>
          <p>
            {view.isOwnSale ? 'The quote is for the details above.' : 'These offers are for the details above.'} To change them,
            send a new request and cancel this one below.
          </p>
          <RequestAgain />
        </details>
      )}
    </Section>
  )
}

function RequestAgain() {
  const { trip } = useView()
  const [isNowhere, setNowhere] = useState(false)
  const ask = async () => {
    const { requestAgain } = await import('./request-again.ts')
    setNowhere(!(await requestAgain(trip, true)))
  }
  if (isNowhere) return <p role="status">Ask for it where you asked for this one: several operators were asked.</p>
  return (
    <button type="button" class="quiet" onClick={ask}>
      Ask anew
    </button>
  )
}

function LegCard({ leg, view }: { readonly leg: ShownLeg; readonly view: TripView }) {
  const isWaiting = leg.kind === 'standby'
  return (
    <article>
      <h3>{isWaiting ? 'The coach waits' : `${leg.pickup.label} to ${leg.dropoff.label}`}</h3>
      <Facts
        rows={[
          [isWaiting ? 'Where' : 'From', placeLine(leg.pickup)],
          ['To', !isWaiting && placeLine(leg.dropoff)],
          [isWaiting ? 'Since' : 'Leaves', tripTime(leg.departs_at, view)],
          [isWaiting ? 'Until' : 'There by', leg.arrive_by && tripTime(leg.arrive_by, view)],
          ['Distance', !isWaiting && distanceSaid(leg)],
          ['By way of', leg.stops.map((stop) => placeLine(stop.place)).join('; ')],
        ]}
      />
    </article>
  )
}

function wishesOf(trip: ShownTrip, view: TripView): FactRow[] {
  const { passengers, luggage, accessibility: needs, flight, driver_provisions: driver } = trip
  return [
    ['The whole way', wholeDistanceSaid(trip, trip.legs)],
    ['Occasion', trip.purpose !== 'other' && spokenWord(trip.purpose)],
    [
      'Of them',
      passengers && counts([passengers.adults, 'adults'], [passengers.children, 'children'], [passengers.infants, 'infants']),
    ],
    [
      'Luggage',
      luggage &&
        [counts([luggage.suitcases, 'suitcases'], [luggage.hand_luggage, 'hand luggage']), ...luggage.oversized, luggage.note]
          .filter(Boolean)
          .join(', '),
    ],
    ['Vehicles', trip.vehicles_requested.map(({ type, count }) => `${count} × ${spokenWord(type)}`).join(', ')],
    [
      'Access',
      needs &&
        [
          counts([needs.wheelchair_spaces, 'wheelchair spaces'], [needs.assistance_dogs, 'assistance dogs']),
          needs.wheelchair_remains_seated && 'stays in the wheelchair',
          needs.lift_required && 'a lift',
          needs.step_free && 'step-free',
          needs.psvar_required && 'PSVAR',
          needs.note,
        ]
          .filter(Boolean)
          .join(', '),
    ],
    ['On board', trip.amenities_required.map(spokenWord).join(', ')],
    ['The coach', trip.coach_stays_with_group && 'Stays with the group'],
    ['DBS check of the driver', trip.dbs_required !== 'none' && spokenWord(trip.dbs_required)],
    ['Flight', flight && `${flight.number}${flight.scheduled_at ? `, ${tripTime(flight.scheduled_at, view)}` : ''}`],
    [
      'For the driver',
      driver &&
        Object.entries(driver)
          .filter(([, by]) => by !== 'none')
          .map(([what, by]) => `${spokenWord(what)} by ${by === 'customer' ? 'you' : 'the operator'}`)
          .join(', '),
    ],
    ['Notes', trip.notes && <span class="prose">{trip.notes}</span>],
  ]
}

function counts(...counted: readonly (readonly [number, string])[]): string {
  return counted
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${number === 1 ? what.replace(/ren$|s$/, '') : what}`)
    .join(', ')
}
