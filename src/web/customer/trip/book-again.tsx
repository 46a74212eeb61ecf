import { TripSection, useView } from './parts.tsx'
import { openRequestForm } from './request-again.ts'

/** Opens the request form of this trip's operator with the trip and the customer, but no dates. */
export function BookAgain() {
  const { trip } = useView()
  return (
    <TripSection id="again" title="Book again" isShown={trip.status === 'completed'}>
      <p>The form has the details of this trip. Choose a new date.</p>
      <button type="button" class="quiet" onClick={() => openRequestForm(trip, false)}>
        Request this trip again
      </button>
    </TripSection>
  )
}
