import { FaultCount, Field, Form } from './form.tsx'
import { Section, usePage, useView } from './parts.tsx'
import { bookedWith, isBooked } from './shown.ts'

/** Incidents are taken for so long after the end. */
const takenMs = 14 * 86_400_000

/** Something left on the coach, told to the operator. */
export function LostProperty() {
  const { act, isBusy } = usePage()
  const { trip, now } = useView()
  const isShown = isBooked(trip) && now > Date.parse(trip.departs_at) && now < Date.parse(trip.ends_at) + takenMs
  const name = bookedWith(trip)
  const send = async (form: HTMLFormElement) => {
    const body = Object.fromEntries(new FormData(form))
    const done = () => `${name} has been told, and will look for it.`
    if (await act({ path: '/lost-property', body, place: 'lost-property', done })) form.reset()
  }
  return (
    <Section id="lost-property" title="Left something on the coach?" isShown={isShown}>
      <Form send={send}>
        <Field id="lost-note" label="What it is, and where you sat" missing="Write what you left.">
          <textarea name="note" rows={3} required maxLength={1000} />
        </Field>
        <FaultCount />
        <button type="submit" class="quiet" disabled={isBusy}>
          Tell {name}
        </button>
      </Form>
    </Section>
  )
}
