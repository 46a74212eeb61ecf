import { CheckedForm, Field, TripFaultCount } from './form.tsx'
import { TripSection, usePage, useView } from './parts.tsx'
import { formatBookedOperator, isTripBooked } from './shown.ts'

/** Time after the end of a trip during which the API accepts incidents (ms). */
const takenMs = 14 * 86_400_000

/** The form that reports lost property to the operator. */
export function LostProperty() {
  const { act, isBusy } = usePage()
  const { trip, now } = useView()
  const isShown = isTripBooked(trip) && now > Date.parse(trip.departs_at) && now < Date.parse(trip.ends_at) + takenMs
  const name = formatBookedOperator(trip)
  const send = async (form: HTMLFormElement) => {
    const body = Object.fromEntries(new FormData(form))
    const done = () => `${name} has your message and will look for it.`
    if (await act({ path: '/lost-property', body, place: 'lost-property', done })) form.reset()
  }
  return (
    <TripSection id="lost-property" title="Left something on the coach?" isShown={isShown}>
      <CheckedForm send={send}>
        <Field id="lost-note" label="Item, and your seat" missing="Describe the item.">
          <textarea name="note" rows={3} required maxLength={1000} />
        </Field>
        <TripFaultCount />
        <button type="submit" class="quiet" disabled={isBusy}>
          Send to {name}
        </button>
      </CheckedForm>
    </TripSection>
  )
}
