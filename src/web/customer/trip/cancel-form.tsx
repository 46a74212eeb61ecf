import { useEffect, useRef, useState } from 'preact/hooks'
import { describeCancellation, describeCancelled, describeRefundNow } from './cancellation-words.ts'
import { CheckedForm, Field, TripFaultCount } from './form.tsx'
import { TripSection, usePage, useView } from './parts.tsx'
import { isCardPageOpen, isUnsettled, type TripView } from './shown.ts'

const unread = 'We could not check your refund. Nothing was cancelled. Try again in a moment.'

/** The last question before the cancellation, with the promised refund. Later reads do not change it. */
type Question = { readonly lead: string; readonly back: string }

function isTripCancellable({ trip: { status } }: TripView): boolean {
  return status === 'open' || status === 'booked'
}

/** The form that cancels the trip: refund, reason, and a last question. */
export function CancelForm() {
  const { act, isBusy, lookNow, hush } = usePage()
  const view = useView()
  const [reason, setReason] = useState('')
  const [question, setQuestion] = useState<Question | null>(null)
  const asked = useRef<HTMLParagraphElement>(null)
  const first = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (question !== null) asked.current?.focus()
  }, [question])

  const callOff = async () => {
    const now = await lookNow('cancel', unread)
    if (now === null) return
    const back = describeRefundNow(now)
    if (isTripCancellable(now) && back !== question?.back) return setQuestion({ lead: 'Your refund has changed. ', back })
    setQuestion(null)
    const wasInDoubt = isUnsettled(now.trip) && !isCardPageOpen(now.trip)
    const done = (after: TripView) => describeCancelled(after, wasInDoubt)
    await act({ path: '/cancel', body: { reason: reason.trim() }, place: 'cancel', done })
  }

  const title = view.trip.status === 'booked' ? 'Cancel booking' : 'Cancel request'
  return (
    <TripSection id="cancel" title={title} isShown={isTripCancellable(view)}>
      <p id="cancel-text">{describeCancellation(view)}</p>
      <CheckedForm
        id="cancel-form"
        send={() => {
          hush()
          setQuestion({ lead: '', back: describeRefundNow(view) })
        }}
      >
        <Field id="reason" label="Reason (shown to your operator)" missing="Enter a reason.">
          <input
            required
            maxLength={500}
            autoComplete="off"
            pattern=".*\S.*"
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </Field>
        <TripFaultCount />
        {question === null && (
          <button type="submit" class="quiet" disabled={isBusy} ref={first}>
            {title}
          </button>
        )}
      </CheckedForm>
      {question !== null && (
        <div id="confirm" class="note grave">
          <p id="confirm-text" tabIndex={-1} ref={asked}>
            {`${question.lead}${question.back} This cannot be undone. Cancel the trip?`.trim()}
          </p>
          <button type="button" class="grave" disabled={isBusy} onClick={callOff}>
            Yes, cancel
          </button>
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            onClick={() => {
              setQuestion(null)
              setTimeout(() => first.current?.focus())
            }}
          >
            No, keep the trip
          </button>
        </div>
      )}
    </TripSection>
  )
}
