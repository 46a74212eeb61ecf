import { askAnew } from './ask-anew.ts'
import { Section, useView } from './parts.tsx'

/** The form for an enquiry with the operator who drove this trip, with the trip and the customer in it, all but the days. */
export function BookAgain() {
  const { trip } = useView()
  return (
    <Section id="again" title="The same again" isShown={trip.status === 'completed'}>
      <p>The form is filled in with this trip; choose the day.</p>
      <button type="button" class="quiet" onClick={() => askAnew(trip, false)}>
        Ask for this trip again
      </button>
    </Section>
  )
}
