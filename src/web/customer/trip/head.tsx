import { zoneNote } from '../../plain/zone.ts'
import { Facts, useView } from './parts.tsx'
import { standing } from './sentences.ts'
import { isAsking, isBooked, isHeld, isPaying, type ShownTrip } from './shown.ts'
import { timeOf } from './times.ts'

const steps = ['Asked', 'Offers', 'Chosen', 'Paid', 'On the road'] as const

/** The step that is to come next: all before it are done. */
function stepOf(trip: ShownTrip): number {
  if (trip.status === 'completed') return steps.length
  if (isBooked(trip)) return trip.booking?.payment_status === 'unpaid' ? 3 : 4
  if (isHeld(trip) || isAsking(trip) || isPaying(trip)) return 3
  return trip.quotes.length > 0 ? 2 : 1
}

/** What trip this is, and how far it has come. */
export function Head() {
  const view = useView()
  const { trip, now } = view
  const isOff = trip.status === 'cancelled' || trip.status === 'expired'
  const at = stepOf(trip)
  const zone = zoneNote(trip.timezone, now)
  return (
    <>
      {isOff || (
        <ol class="steps">
          {steps.map((step, nth) => (
            <li key={step} class={nth < at ? 'done' : undefined} aria-current={nth === at ? 'step' : undefined}>
              {step}
              {nth < at && <span class="unseen"> (done)</span>}
            </li>
          ))}
        </ol>
      )}
      <Facts
        id="facts"
        rows={[
          ['Where it stands', <strong key="standing">{standing(view)}</strong>],
          [
            'Reference',
            <span class="ref" key="ref">
              {trip.ref}
            </span>,
          ],
          ['Leaves', timeOf(trip.departs_at, view)],
          ['Comes back', trip.returns_at && timeOf(trip.returns_at, view)],
          ['People', String(trip.passenger_count)],
        ]}
      />
      {zone !== '' && <p class="faint">All times are {zone}.</p>}
    </>
  )
}
