import { useEffect, useRef, useState } from 'preact/hooks'
import { formatChosenPlace } from '../../../domain/chosen-place.ts'
import type { PlaceResult } from '../place-results.ts'
import {
  isPickupChosen,
  listChangeRequestFaults,
  readChangeRequest,
  type TypedChangeRequest,
  toTypedChangeRequest,
  typePickup,
} from './change-request.ts'
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
          <ChangeFields
            typed={typed}
            type={type}
            take={(change) => setTyped((before) => before && change(before, filled ?? before))}
            isAddressFaulty={'change-town' in faults || 'change-postcode' in faults}
            hasReturn={trip.returns_at !== null}
          />
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
  /** Changes several fields of the form, from its entries and its initial values. */
  readonly take: (change: (typed: TypedChangeRequest, filled: TypedChangeRequest) => TypedChangeRequest) => void
  readonly isAddressFaulty: boolean
  readonly hasReturn: boolean
}

function ChangeFields(props: FieldsProps) {
  const { typed, type, hasReturn } = props
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
      <PickupField {...props} />
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

/** The pick-up with suggestions. A chosen place fills in the town and the postcode, which open on request. */
function PickupField({ typed, type, take, isAddressFaulty }: FieldsProps) {
  const input = useRef<HTMLInputElement>(null)
  const details = useRef<HTMLDetailsElement>(null)
  const latest = useRef({ typed, take })
  latest.current = { typed, take }
  useEffect(() => {
    const field = input.current
    if (field === null) return
    const choose = (place: PlaceResult) => latest.current.take((before) => ({ ...before, ...toTypedPickup(place) }))
    const initial = field.value
    const isTaken = () => isPickupChosen(latest.current.typed) || field.value === initial
    void import('../place-search.ts').then(({ attachPlaceSearch }) => attachPlaceSearch({ input: field, take: choose, isTaken }))
  }, [])
  useEffect(() => {
    if (isAddressFaulty && details.current !== null) details.current.open = true
  }, [isAddressFaulty])
  return (
    <>
      <div class="searched">
        <Field id="change-pickup" label="Pick-up" missing="Enter a pick-up.">
          <input
            required
            maxLength={160}
            autoComplete="off"
            ref={input}
            value={typed.pickup}
            onInput={({ currentTarget: { value } }) => take((before, filled) => typePickup(before, filled, value))}
          />
        </Field>
      </div>
      <details ref={details}>
        <summary>Edit address</summary>
        <Field id="change-town" label="Town">
          <input
            maxLength={160}
            autoComplete="off"
            value={typed.town}
            onInput={({ currentTarget }) => type('town', currentTarget.value)}
          />
        </Field>
        <Field id="change-postcode" label="Postcode">
          <input
            maxLength={12}
            autoComplete="off"
            value={typed.postcode}
            onInput={({ currentTarget }) => type('postcode', currentTarget.value)}
          />
        </Field>
      </details>
    </>
  )
}

function toTypedPickup(place: PlaceResult): Pick<TypedChangeRequest, 'pickup' | 'town' | 'postcode' | 'found'> {
  const { label, latitude, longitude, country } = place
  const [locality, postcode] = [place.locality ?? '', place.postcode ?? '']
  const isKnown = latitude !== null && longitude !== null
  const found = isKnown ? formatChosenPlace({ latitude, longitude, country, label, locality, postcode }) : ''
  return { pickup: label, town: locality, postcode, found }
}
