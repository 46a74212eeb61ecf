import { useState } from 'preact/hooks'
import { formatDrive, formatWholeDistance } from '../../plain/distance-said.ts'
import { formatWord } from '../../plain/words.ts'
import { FactList, type FactRow, placeLine, TripSection, useView } from './parts.tsx'
import type { ShownTrip, TripView } from './shown.ts'
import { formatCustomerTripTime } from './times.ts'

type ShownLeg = ShownTrip['legs'][number]

/** The customer's request in full. */
export function RequestDetails() {
  const view = useView()
  const { trip } = view
  return (
    <TripSection id="way" title="Your request">
      <div id="legs">
        {trip.legs.map((leg) => (
          <LegCard key={leg.sequence} leg={leg} view={view} />
        ))}
      </div>
      <FactList id="wishes" rows={listRequestedRows(trip, view)} />
      {trip.status === 'open' && (
        <details>
          <summary>Request a change</summary>
          <p>
            {view.isOwnSale ? 'The quote is for the details above.' : 'These offers are for the details above.'} To change them,
            send a new request and cancel this one below.
          </p>
          <RequestAgain />
        </details>
      )}
    </TripSection>
  )
}

function RequestAgain() {
  const { trip } = useView()
  const [isNowhere, setNowhere] = useState(false)
  const ask = async () => {
    const { openRequestForm } = await import('./request-again.ts')
    setNowhere(!(await openRequestForm(trip, true)))
  }
  if (isNowhere) return <p role="status">Send a new request where you sent this one.</p>
  return (
    <button type="button" class="quiet" onClick={ask}>
      Send a new request
    </button>
  )
}

function LegCard({ leg, view }: { readonly leg: ShownLeg; readonly view: TripView }) {
  const isWaiting = leg.kind === 'standby'
  return (
    <article>
      <h3>{isWaiting ? 'Coach waits' : `${leg.pickup.label} to ${leg.dropoff.label}`}</h3>
      <FactList
        rows={[
          [isWaiting ? 'Place' : 'Pick-up', placeLine(leg.pickup)],
          ...leg.stops.map((stop): FactRow => [`Stop ${stop.sequence}`, formatStop(stop, view)]),
          ['Drop-off', !isWaiting && placeLine(leg.dropoff)],
          [isWaiting ? 'From' : 'Departs', formatCustomerTripTime(leg.departs_at, view)],
          [isWaiting ? 'Until' : 'Arrive by', leg.arrive_by && formatCustomerTripTime(leg.arrive_by, view)],
          ['Route', !isWaiting && formatDrive(leg, view.trip.timezone)],
        ]}
      />
    </article>
  )
}

/** The place of a stop, and its time if it has one. */
function formatStop({ place, arrive_at, depart_at }: ShownLeg['stops'][number], view: TripView): string {
  const at = arrive_at ?? depart_at
  return at === null ? placeLine(place) : `${placeLine(place)} · ${formatCustomerTripTime(at, view)}`
}

function listRequestedRows(trip: ShownTrip, view: TripView): FactRow[] {
  const { passengers, luggage, accessibility: needs, flight, driver_provisions: driver } = trip
  return [
    ['Whole route', formatWholeDistance(trip, trip.legs, trip.timezone)],
    ['Purpose', trip.purpose !== 'other' && formatWord(trip.purpose)],
    [
      'Passengers',
      passengers &&
        formatCounts([passengers.adults, 'adults'], [passengers.children, 'children'], [passengers.infants, 'infants']),
    ],
    [
      'Luggage',
      luggage &&
        [
          formatCounts([luggage.suitcases, 'suitcases'], [luggage.hand_luggage, 'items of hand luggage']),
          ...luggage.oversized,
          luggage.note,
        ]
          .filter(Boolean)
          .join(', '),
    ],
    ['Vehicles', trip.vehicles_requested.map(({ type, count }) => `${count} × ${formatWord(type)}`).join(', ')],
    ['Access', needs && formatNeeds(needs)],
    ['On board', trip.amenities_required.map(formatWord).join(', ')],
    ['Coach', trip.coach_stays_with_group && 'Stays with the group'],
    ['DBS check', trip.dbs_required !== 'none' && formatWord(trip.dbs_required)],
    [
      'Flight',
      flight && `${flight.number}${flight.scheduled_at ? `, ${formatCustomerTripTime(flight.scheduled_at, view)}` : ''}`,
    ],
    [
      'For the driver',
      driver &&
        Object.entries(driver)
          .filter(([, by]) => by !== 'none')
          .map(([what, by]) => `${formatWord(what)} by ${by === 'customer' ? 'you' : 'the operator'}`)
          .join(', '),
    ],
    ['Notes', trip.notes && <span class="prose">{trip.notes}</span>],
  ]
}

/** The needs of wheelchair users and others, in one line. */
export function formatNeeds(needs: NonNullable<ShownTrip['accessibility']>): string {
  return [
    formatCounts([needs.wheelchair_spaces, 'wheelchair spaces'], [needs.assistance_dogs, 'assistance dogs']),
    needs.wheelchair_remains_seated && 'stays in the wheelchair',
    needs.lift_required && 'a lift',
    needs.step_free && 'step-free',
    needs.psvar_required && 'PSVAR',
    needs.note,
  ]
    .filter(Boolean)
    .join(', ')
}

function formatCounts(...counted: readonly (readonly [number, string])[]): string {
  return counted
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${number === 1 ? what.replace(/ren$|s$|s(?= of)/, '') : what}`)
    .join(', ')
}
