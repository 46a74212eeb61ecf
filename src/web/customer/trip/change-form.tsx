import { useState } from 'preact/hooks'
import { Fault, FaultCount, Field, type FieldFaults, Form, faultsAt } from './form.tsx'
import { Section, usePage, useView } from './parts.tsx'
import { bookedWith, isHeld, isOpenChange } from './shown.ts'
import { faultsOf, readWish, type TypedWish, wishOf } from './wish.ts'

/** A change of what is booked, asked of the operator: time, place, people, and who leads the group on the day. */
export function ChangeForm() {
  const { act, isBusy } = usePage()
  const view = useView()
  const { trip, now } = view
  const [typed, setTyped] = useState<TypedWish | null>(null)
  /** The values that the form was filled with: the trip may be changed from elsewhere while somebody types. */
  const [filled, setFilled] = useState<TypedWish | null>(null)
  const [faults, setFaults] = useState<FieldFaults>({})
  const isOpen = trip.amendments.some(isOpenChange)
  const isShown = trip.status === 'booked' && !isHeld(trip) && !isOpen && now < Date.parse(trip.ends_at)
  const name = bookedWith(trip)

  const open = () => {
    setTyped(wishOf(trip))
    setFilled(wishOf(trip))
  }
  const send = async () => {
    if (typed === null || filled === null) return
    const { body, faults: found } = readWish(typed, filled, trip)
    setFaults(faultsAt('change', found ?? {}))
    if (body === null) return
    const done = () => `Sent to ${name}. You will read the answer here, and by mail.`
    const onFields = (fields: Readonly<Record<string, readonly string[]>>) => {
      setFaults(faultsAt('change', faultsOf(fields)))
      return true
    }
    if (await act({ path: '/amendments', body, place: 'change', done, onFields })) setTyped(null)
  }
  const field = (key: keyof TypedWish) => ({
    value: typed?.[key] ?? '',
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      setFaults({})
      setTyped((before) => before && { ...before, [key]: currentTarget.value })
    },
  })

  return (
    <Section id="change" title="Something is wrong or has changed" isShown={isShown}>
      {typed === null ? (
        <>
          <p>
            Tell {name} what is other than booked, and who leads the group on the day. They answer, with a price if it changes.
          </p>
          <button type="button" class="quiet" disabled={isBusy} onClick={open}>
            Ask for a change
          </button>
        </>
      ) : (
        <Form send={send} faults={faults}>
          <Field id="change-departs" label="Leaves" missing="Enter a date and a time.">
            <input type="datetime-local" required {...field('departs')} />
          </Field>
          {trip.returns_at !== null && (
            <Field id="change-returns" label="Return departs" missing="Enter a date and a time.">
              <input type="datetime-local" required {...field('returns')} />
            </Field>
          )}
          <Field id="change-pickup" label="From" missing="Enter a pick-up.">
            <input required maxLength={160} autoComplete="off" {...field('pickup')} />
          </Field>
          <Field id="change-people" label="People" missing="Enter the number of people.">
            <input type="number" inputMode="numeric" required min={1} max={500} {...field('people')} />
          </Field>
          <Field id="change-leadName" label="Who leads the group on the day">
            <input maxLength={160} autoComplete="off" {...field('leadName')} />
          </Field>
          <Field id="change-leadPhone" label="Their phone number">
            <input type="tel" maxLength={24} autoComplete="off" {...field('leadPhone')} />
          </Field>
          <Field id="change-message" label="Anything else">
            <textarea rows={3} maxLength={500} {...field('message')} />
          </Field>
          <Fault id="change-form" />
          <FaultCount />
          <button type="submit" disabled={isBusy}>
            Send it to {name}
          </button>
          <button type="button" class="quiet" disabled={isBusy} onClick={() => setTyped(null)}>
            Leave it as it is
          </button>
        </Form>
      )}
    </Section>
  )
}
