import { useState } from 'preact/hooks'
import { listChangeRequestFaults, readChangeRequest, type TypedChangeRequest, toTypedChangeRequest } from './change-request.ts'
import { CheckedForm, Field, type FieldFaults, placeFaults, TripFaultCount, TripFieldFault } from './form.tsx'
import { TripSection, usePage, useView } from './parts.tsx'
import { formatBookedOperator, isHeld, isOpenChange } from './shown.ts'

/** The form that requests a change of a booking: time, pick-up, passengers, lead passenger. */
export function ChangeForm() {
  const { act, isBusy } = usePage()
  const view = useView()
  const { trip, now } = view
  const [typed, setTyped] = useState<TypedChangeRequest | null>(null)
  /** The initial values of the form: the trip can change while the customer types. */
  const [filled, setFilled] = useState<TypedChangeRequest | null>(null)
  const [faults, setFaults] = useState<FieldFaults>({})
  const isOpen = trip.amendments.some(isOpenChange)
  const isShown = trip.status === 'booked' && !isHeld(trip) && !isOpen && now < Date.parse(trip.ends_at)
  const name = formatBookedOperator(trip)

  const open = () => {
    setTyped(toTypedChangeRequest(trip))
    setFilled(toTypedChangeRequest(trip))
  }
  const send = async () => {
    if (typed === null || filled === null) return
    const { body, faults: found } = readChangeRequest(typed, filled, trip)
    setFaults(placeFaults('change', found ?? {}))
    if (body === null) return
    const done = () => `Sent to ${name}. We show the answer here and email it to you.`
    const onFields = (fields: Readonly<Record<string, readonly string[]>>) => {
      setFaults(placeFaults('change', listChangeRequestFaults(fields)))
      return true
    }
    if (await act({ path: '/amendments', body, place: 'change', done, onFields })) setTyped(null)
  }
  const type = (key: keyof TypedChangeRequest, value: string) => {
    setFaults({})
    setTyped((before) => before && { ...before, [key]: value })
  }

  return (
    <TripSection id="change" title="Request a change" isShown={isShown}>
      {typed === null ? (
        <>
          <p>Change the time, pick-up, passengers or lead passenger. {name} answers, with a new price if it changes.</p>
          <button type="button" class="quiet" disabled={isBusy} onClick={open}>
            Request a change
          </button>
        </>
      ) : (
        <CheckedForm send={send} faults={faults}>
          <ChangeFields typed={typed} type={type} hasReturn={trip.returns_at !== null} />
          <TripFieldFault id="change-form" />
          <TripFaultCount />
          <button type="submit" disabled={isBusy}>
            Send to {name}
          </button>
          <button type="button" class="quiet" disabled={isBusy} onClick={() => setTyped(null)}>
            Cancel
          </button>
        </CheckedForm>
      )}
    </TripSection>
  )
}

type FieldsProps = {
  readonly typed: TypedChangeRequest
  readonly type: (key: keyof TypedChangeRequest, value: string) => void
  readonly hasReturn: boolean
}

function ChangeFields({ typed, type, hasReturn }: FieldsProps) {
  const field = (key: keyof TypedChangeRequest) => ({
    value: typed[key],
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => type(key, currentTarget.value),
  })
  return (
    <>
      <Field id="change-departs" label="Departs" missing="Enter a date and a time.">
        <input type="datetime-local" required {...field('departs')} />
      </Field>
      {hasReturn && (
        <Field id="change-returns" label="Return departs" missing="Enter a date and a time.">
          <input type="datetime-local" required {...field('returns')} />
        </Field>
      )}
      <Field id="change-pickup" label="Pick-up" missing="Enter a pick-up.">
        <input required maxLength={160} autoComplete="off" {...field('pickup')} />
      </Field>
      <Field id="change-people" label="Passengers" missing="Enter the number of passengers.">
        <input type="number" inputMode="numeric" required min={1} max={500} {...field('people')} />
      </Field>
      <Field id="change-leadName" label="Lead passenger">
        <input maxLength={160} autoComplete="off" {...field('leadName')} />
      </Field>
      <Field id="change-leadPhone" label="Mobile on the day">
        <input type="tel" maxLength={24} autoComplete="off" {...field('leadPhone')} />
      </Field>
      <Field id="change-message" label="Message">
        <textarea rows={3} maxLength={500} {...field('message')} />
      </Field>
    </>
  )
}
