import type { TargetedSubmitEvent } from 'preact'
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
  const send = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const body = Object.fromEntries(new FormData(form))
    const done = () => `${name} has been told, and will look for it.`
    if (await act({ path: '/lost-property', body, place: 'lost-property', done })) form.reset()
  }
  return (
    <Section id="lost-property" title="Left something on the coach?" isShown={isShown}>
      <form onSubmit={send}>
        <label for="lost-note">What it is, and where you sat</label>
        <textarea id="lost-note" name="note" rows={3} required maxLength={1000} />
        <button type="submit" class="quiet" disabled={isBusy}>
          Tell {name}
        </button>
      </form>
    </Section>
  )
}
