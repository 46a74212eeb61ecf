import { findShownEnd } from '../../plain/trip-end.ts'
import { describeZone } from '../../plain/zone.ts'
import { FactList, useView } from './parts.tsx'
import { formatTripStatus } from './sentences.ts'
import { isDepositPaymentOpen, isHeld, isRequestOpen, isTripBooked, type ShownTrip } from './shown.ts'
import { formatCustomerTripTime } from './times.ts'

const steps = ['Request sent', 'Choose an offer', 'Pay the deposit', 'Booked', 'Trip'] as const
const ownSaleSteps = ['Request sent', 'Accept the quote', 'Pay the deposit', 'Booked', 'Trip'] as const

/** Whether each step is done. The first open step is the current one. */
function listDoneSteps(trip: ShownTrip): readonly boolean[] {
  const isTaken = isTripBooked(trip)
  const isChosen = isTaken || isHeld(trip) || isRequestOpen(trip) || isDepositPaymentOpen(trip)
  return [true, isChosen, isTaken, isTaken, trip.status === 'completed']
}

/** The head of the page: the trip and its status. */
export function Head() {
  const view = useView()
  const { trip, now, isOwnSale } = view
  const isOff = trip.status === 'cancelled' || trip.status === 'expired'
  const done = listDoneSteps(trip)
  const zone = describeZone(trip.timezone, now)
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
      <FactList
        id="facts"
        rows={[
          ['Status', <strong key="standing">{formatTripStatus(view)}</strong>],
          [
            'Reference',
            <span class="ref" key="ref">
              {trip.ref}
            </span>,
          ],
          ['Departs', formatCustomerTripTime(trip.departs_at, view)],
          ['Return departs', trip.returns_at && formatCustomerTripTime(trip.returns_at, view)],
          [trip.returns_at ? 'Back at' : 'Arrives', formatCustomerTripTime(findShownEnd(trip), view)],
          ['Passengers', String(trip.passenger_count)],
        ]}
      />
      {zone !== '' && <p class="faint">All times are {zone}.</p>}
    </>
  )
}
