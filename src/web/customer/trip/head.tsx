import { endOf } from '../../plain/trip-end.ts'
import { zoneNote } from '../../plain/zone.ts'
import { Facts, useView } from './parts.tsx'
import { tripStatusText } from './sentences.ts'
import { isAsking, isBooked, isHeld, isPaying, type ShownTrip } from './shown.ts'
import { tripTime } from './times.ts'

const steps = ['Request sent', 'Choose an offer', 'Pay the deposit', 'Booked', 'Trip'] as const
const ownSaleSteps = ['Request sent', 'Accept the quote', 'Pay the deposit', 'Booked', 'Trip'] as const

/** Whether each step is done. The first that is not done is the step to do. */
function doneSteps(trip: ShownTrip): readonly boolean[] {
  const isTaken = isBooked(trip)
  const isChosen = isTaken || isHeld(trip) || isAsking(trip) || isPaying(trip)
  return [true, isChosen, isTaken, isTaken, trip.status === 'completed']
}

/** The head of the page: which trip this is, and how far it has come. */
export function Head() {
  const view = useView()
  const { trip, now, isOwnSale } = view
  const isOff = trip.status === 'cancelled' || trip.status === 'expired'
  const done = doneSteps(trip)
  const zone = zoneNote(trip.timezone, now)
  return (
    <>
      {isOff || (
        <ol class="steps">
          {(isOwnSale ? ownSaleSteps : steps).map((step, nth) => (
            <li key={step} class={done[nth] ? 'done' : undefined} aria-current={nth === done.indexOf(false) ? 'step' : undefined}>
              {step}
              {done[nth] && <span class="unseen"> (done)</span>}
            </li>
          ))}
        </ol>
      )}
      <Facts
        id="facts"
        rows={[
          ['Where it stands', <strong key="standing">{tripStatusText(view)}</strong>],
          [
            'Reference',
            <span class="ref" key="ref">
              {trip.ref}
            </span>,
          ],
          ['Leaves', tripTime(trip.departs_at, view)],
          ['Return departs', trip.returns_at && tripTime(trip.returns_at, view)],
          [trip.returns_at ? 'Back at' : 'Arrives', tripTime(endOf(trip), view)],
          ['People', String(trip.passenger_count)],
        ]}
      />
      {zone !== '' && <p class="faint">All times are {zone}.</p>}
    </>
  )
}
