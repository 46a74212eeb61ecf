import { CardNote } from './card-note.tsx'
import { dueUnread } from './faults.ts'
import { Section, usePage, useView } from './parts.tsx'
import { choiceSentence, lettingGo, otherwiseSentence, requestSentence } from './sentences.ts'
import { isAsking, isHeld, offerWord, openPayment, type TripView } from './shown.ts'

/** Words of the button for a card that failed when the operator said yes, by request status. No one is asked again. */
const cardAgain: Readonly<Record<string, string>> = {
  payment_declined: 'Pay with another card',
  payment_action_required: 'Confirm with my bank',
}

function againWords({ trip }: TripView): string | undefined {
  return openPayment(trip) === null && isAsking(trip) ? cardAgain[trip.booking_request?.status ?? ''] : undefined
}

/**
 * The section on the request to book: how it stands, how it is paid for once it is accepted, and how it is taken back.
 */
export function AskedFirst() {
  const { act, isBusy, lookNow, say } = usePage()
  const view = useView()
  const sentence = requestSentence(view)
  const held = isHeld(view.trip)
  const payWords = againWords(view)
  const place = 'request'
  const pay = async () => {
    const now = await lookNow(place, dueUnread)
    if (now === null) return
    if (againWords(now) !== payWords)
      return say(`This has just changed. ${requestSentence(now) ?? choiceSentence(now)}`, place, true)
    await act({ path: '/pay', body: { payment_method: 'card' }, place, done: choiceSentence, toCard: { quoteId: null } })
  }
  const takeBack = () => {
    const after = lettingGo(view)
    act({ path: '/cancel-request', body: {}, place, done: () => after })
  }
  return (
    <Section id={place} title={sentence ? 'Your request' : 'Changed your mind?'} isShown={sentence !== null || held}>
      <p id="request-text">{sentence ?? otherwiseSentence(view)}</p>
      {payWords !== undefined && (
        <>
          <CardNote />
          <button type="button" id="pay-accepted" disabled={isBusy} onClick={pay}>
            {payWords}
          </button>
        </>
      )}
      {(isAsking(view.trip) || held) && (
        <button type="button" class="quiet" id="take-back" disabled={isBusy} onClick={takeBack}>
          {held ? `Let this ${offerWord(view)} go` : 'Take the request back'}
        </button>
      )}
    </Section>
  )
}
