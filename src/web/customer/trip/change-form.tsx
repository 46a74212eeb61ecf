import { useEffect, useState } from 'preact/hooks'
import { Section, usePage, useView } from './parts.tsx'
import { bookedWith, isHeld, isOpenChange } from './shown.ts'
import { faultsOf, readWish, type TypedWish, type WishFaults, wishOf } from './wish.ts'

const fields = ['departs', 'returns', 'pickup', 'people', 'leadName', 'leadPhone', 'message'] as const

/** A change of what is booked, asked of the operator: time, place, people, and who leads the group on the day. */
export function ChangeForm() {
  const { act, isBusy } = usePage()
  const view = useView()
  const { trip, now } = view
  const [typed, setTyped] = useState<TypedWish | null>(null)
  /** The values that the form was filled with: the trip may be changed from elsewhere while somebody types. */
  const [filled, setFilled] = useState<TypedWish | null>(null)
  const [faults, setFaults] = useState<WishFaults>({})
  const isOpen = trip.amendments.some(isOpenChange)
  const isShown = trip.status === 'booked' && !isHeld(trip) && !isOpen && now < Date.parse(trip.ends_at)
  const name = bookedWith(trip)

  const open = () => {
    setTyped(wishOf(trip))
    setFilled(wishOf(trip))
  }
  const send = async (event: Event) => {
    event.preventDefault()
    if (typed === null || filled === null) return
    const { body, faults: found } = readWish(typed, filled, trip)
    setFaults(found ?? {})
    if (body === null) return
    const done = () => `Sent to ${name}. You will read the answer here, and by mail.`
    const onFields = (fields: Readonly<Record<string, readonly string[]>>) => {
      setFaults(faultsOf(fields))
      return true
    }
    if (await act({ path: '/amendments', body, place: 'change', done, onFields })) setTyped(null)
  }
  // The first of them is where it goes on.
  useEffect(() => {
    const first = fields.find((key) => faults[key] !== undefined)
    if (first !== undefined) document.getElementById(`change-${first}`)?.focus()
  }, [faults])
  const field = (key: keyof TypedWish) => ({
    id: `change-${key}`,
    value: typed?.[key] ?? '',
    ...(faults[key] !== undefined && { 'aria-invalid': true, 'aria-describedby': `change-${key}-fault` }),
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      setFaults({})
      setTyped((before) => before && { ...before, [key]: currentTarget.value })
    },
  })
  const fault = (key: keyof WishFaults) =>
    faults[key] !== undefined && (
      <p class="fault" id={`change-${key}-fault`} role="alert">
        {faults[key]}
      </p>
    )

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
        <form onSubmit={send}>
          <label for="change-departs">Leaves</label>
          <input type="datetime-local" required {...field('departs')} />
          {fault('departs')}
          {trip.returns_at !== null && (
            <>
              <label for="change-returns">Return departs</label>
              <input type="datetime-local" required {...field('returns')} />
              {fault('returns')}
            </>
          )}
          <label for="change-pickup">From</label>
          <input required maxLength={160} autoComplete="off" {...field('pickup')} />
          {fault('pickup')}
          <label for="change-people">People</label>
          <input type="number" inputMode="numeric" required min={1} max={500} {...field('people')} />
          {fault('people')}
          <label for="change-leadName">Who leads the group on the day</label>
          <input maxLength={160} autoComplete="off" {...field('leadName')} />
          {fault('leadName')}
          <label for="change-leadPhone">Their phone number</label>
          <input type="tel" maxLength={24} autoComplete="off" {...field('leadPhone')} />
          {fault('leadPhone')}
          <label for="change-message">Anything else</label>
          <textarea rows={3} maxLength={500} {...field('message')} />
          {fault('message')}
          {fault('form')}
          <button type="submit" disabled={isBusy}>
            Send it to {name}
          </button>
          <button type="button" class="quiet" disabled={isBusy} onClick={() => setTyped(null)}>
            Leave it as it is
          </button>
        </form>
      )}
    </Section>
  )
}
