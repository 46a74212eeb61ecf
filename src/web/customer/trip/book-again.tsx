import { Section, useView } from './parts.tsx'
import { requestAgain } from './request-again.ts'

/** The form for an enquiry with the operator who drove this trip, with the trip and the customer in it, all but the days. */
export function BookAgain() {
  const { trip } = useView()
  return (
    <Section id="again" title="The same again" isShown={trip.status === 'completed'}>
      <p>The form is filled in with this trip; choose the day.</p>
      <button type="button" class="quiet" onClick={() => requestAgain(trip, false)}>
        Ask for this trip again
      </button>
    </Section>
  )
}
