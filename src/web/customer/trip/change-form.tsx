import { useState } from 'preact/hooks'
import { Section, usePage, useView } from './parts.tsx'
import { bookedWith, isHeld } from './shown.ts'
import { readWish, type TypedWish, wishOf } from './wish.ts'

/** A change of what is booked, asked of the operator: time, place, people, and who leads the group on the day. */
export function ChangeForm() {
  const { act, isBusy } = usePage()
  const view = useView()
  const { trip, now } = view
  const [typed, setTyped] = useState<TypedWish | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const isOpen = trip.amendments.some(({ status }) => status === 'wished' || status === 'proposed')
  const isShown = trip.status === 'booked' && !isHeld(trip) && !isOpen && now < Date.parse(trip.ends_at)
  const name = bookedWith(trip)

  const send = async (event: Event) => {
    event.preventDefault()
    if (typed === null) return
    const { body, fault: found } = readWish(typed, trip)
    setFault(found)
    if (body === null) return
    const done = () => `Sent to ${name}. You will read the answer here, and by mail.`
    if (await act({ path: '/amendments', body, place: 'change', done })) setTyped(null)
  }
  const field = (key: keyof TypedWish) => ({
    id: `change-${key}`,
    value: typed?.[key] ?? '',
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      setFault(null)
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
          <button type="button" class="quiet" disabled={isBusy} onClick={() => setTyped(wishOf(trip))}>
            Ask for a change
          </button>
        </>
      ) : (
        <form onSubmit={send}>
          <label for="change-departs">Leaves</label>
          <input type="datetime-local" required {...field('departs')} />
          {trip.returns_at !== null && (
            <>
              <label for="change-returns">Comes back</label>
              <input type="datetime-local" required {...field('returns')} />
            </>
          )}
          <label for="change-pickup">From</label>
          <input required maxLength={160} autoComplete="off" {...field('pickup')} />
          <label for="change-people">People</label>
          <input type="number" inputMode="numeric" required min={1} max={500} {...field('people')} />
          <label for="change-leadName">Who leads the group on the day</label>
          <input maxLength={160} autoComplete="off" {...field('leadName')} />
          <label for="change-leadPhone">Their phone number</label>
          <input type="tel" maxLength={24} autoComplete="off" {...field('leadPhone')} />
          <label for="change-message">Anything else</label>
          <textarea rows={3} maxLength={500} {...field('message')} />
          {fault !== null && (
            <p class="fault" role="alert">
              {fault}
            </p>
          )}
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
