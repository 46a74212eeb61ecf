import { useEffect, useRef, useState } from 'preact/hooks'
import { Section, usePage, useView } from './parts.tsx'
import { backSentence, calledOffSentence, callOffSentence } from './sentences.ts'
import { isInDoubt, type TripView } from './shown.ts'

/** Calling the trip off: what comes back until when, why, and once more before it is done. */
export function CallOff() {
  const { act, isBusy, lookNow, hush } = usePage()
  const view = useView()
  const [reason, setReason] = useState('')
  /** What is said before the second question; null as long as it is not asked. */
  const [lead, setLead] = useState<string | null>(null)
  const question = useRef<HTMLParagraphElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const isShown = view.trip.status === 'open' || view.trip.status === 'booked'

  useEffect(() => {
    if (lead !== null) question.current?.focus()
  }, [lead])

  const back = (of: TripView) => of.trip.cancellation_preview?.refund_amount ?? 0
  const callOff = async () => {
    const promised = back(view)
    const now = await lookNow()
    if (now !== null && back(now) !== promised) return setLead('What goes back has just changed. ')
    setLead(null)
    const wasInDoubt = isInDoubt(view.trip)
    const done = (after: TripView) => calledOffSentence(after, wasInDoubt)
    await act({ path: '/cancel', body: { reason: reason.trim() }, place: 'cancel', done })
  }

  return (
    <Section id="cancel" title="Call the trip off" isShown={isShown}>
      <p id="cancel-text">{callOffSentence(view)}</p>
      <form
        id="cancel-form"
        onSubmit={(event) => {
          event.preventDefault()
          hush()
          setLead('')
        }}
      >
        <label for="reason">Why (your operator reads this)</label>
        <input
          id="reason"
          required
          maxLength={500}
          autoComplete="off"
          pattern=".*\S.*"
          title="A word or two"
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {lead === null && (
          <button type="submit" class="quiet" disabled={isBusy} ref={first}>
            Call the trip off
          </button>
        )}
      </form>
      {lead !== null && (
        <div id="confirm" class="note grave">
          <p id="confirm-text" tabIndex={-1} ref={question}>
            {`${lead}${backSentence(view)} This cannot be undone. Call the trip off?`.trim()}
          </p>
          <button type="button" class="grave" disabled={isBusy} onClick={callOff}>
            Yes, call it off
          </button>
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            onClick={() => {
              setLead(null)
              setTimeout(() => first.current?.focus())
            }}
          >
            No, keep the trip
          </button>
        </div>
      )}
    </Section>
  )
}
