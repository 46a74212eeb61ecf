import { useEffect, useRef, useState } from 'preact/hooks'
import { backSentence, calledOffSentence, callOffSentence } from './calling-off.ts'
import { FaultCount, Field, Form } from './form.tsx'
import { Section, usePage, useView } from './parts.tsx'
import { isCardPageOpen, isUnsettled, type TripView } from './shown.ts'

const unread = 'What goes back could not be checked just now, and nothing was called off. Try again in a moment.'

/** The question asked before it is done, with its promise. Nothing that is read meanwhile changes it. */
type Question = { readonly lead: string; readonly back: string }

function isStanding({ trip: { status } }: TripView): boolean {
  return status === 'open' || status === 'booked'
}

/** Calling the trip off: what comes back until when, why, and once more before it is done. */
export function CallOff() {
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
    const back = backSentence(now)
    if (isStanding(now) && back !== question?.back) return setQuestion({ lead: 'What goes back has just changed. ', back })
    setQuestion(null)
    const wasInDoubt = isUnsettled(now.trip) && !isCardPageOpen(now.trip)
    const done = (after: TripView) => calledOffSentence(after, wasInDoubt)
    await act({ path: '/cancel', body: { reason: reason.trim() }, place: 'cancel', done })
  }

  return (
    <Section id="cancel" title="Call the trip off" isShown={isStanding(view)}>
      <p id="cancel-text">{callOffSentence(view)}</p>
      <Form
        id="cancel-form"
        send={() => {
          hush()
          setQuestion({ lead: '', back: backSentence(view) })
        }}
      >
        <Field id="reason" label="Why (your operator reads this)" missing="Write a word or two.">
          <input
            required
            maxLength={500}
            autoComplete="off"
            pattern=".*\S.*"
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </Field>
        <FaultCount />
        {question === null && (
          <button type="submit" class="quiet" disabled={isBusy} ref={first}>
            Call the trip off
          </button>
        )}
      </Form>
      {question !== null && (
        <div id="confirm" class="note grave">
          <p id="confirm-text" tabIndex={-1} ref={asked}>
            {`${question.lead}${question.back} This cannot be undone. Call the trip off?`.trim()}
          </p>
          <button type="button" class="grave" disabled={isBusy} onClick={callOff}>
            Yes, call it off
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
    </Section>
  )
}
