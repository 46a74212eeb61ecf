import { CardNote } from './card-note.tsx'
import { dueUnread } from './faults.ts'
import { TripSection, usePage, useView } from './parts.tsx'
import { describeAlternative, describeChoiceResult, describeRequest, describeRequestCancelled } from './sentences.ts'
import { findOpenPayment, isHeld, isRequestOpen, type TripView } from './shown.ts'

/** Words of the button for a card that failed when the operator accepted, by request status. No new request is sent. */
const cardAgain: Readonly<Record<string, string>> = {
  payment_declined: 'Pay with another card',
  payment_action_required: 'Confirm with my bank',
}

function describeRepeat({ trip }: TripView): string | undefined {
  return findOpenPayment(trip) === null && isRequestOpen(trip) ? cardAgain[trip.booking_request?.status ?? ''] : undefined
}

/** The section on the booking request: its state, its payment after acceptance, and the button to cancel it. */
export function BookingRequestSection() {
  const { act, isBusy, lookNow, showReply } = usePage()
  const view = useView()
  const sentence = describeRequest(view)
  const held = isHeld(view.trip)
  const payWords = describeRepeat(view)
  const place = 'request'
  const pay = async () => {
    const now = await lookNow(place, dueUnread)
    if (now === null) return
    if (describeRepeat(now) !== payWords)
      return showReply(`This has changed. ${describeRequest(now) ?? describeChoiceResult(now)}`, place, true)
    await act({ path: '/pay', body: { payment_method: 'card' }, place, done: describeChoiceResult, toCard: { quoteId: null } })
  }
  const takeBack = () => {
    const after = describeRequestCancelled(view)
    act({ path: '/cancel-request', body: {}, place, done: () => after })
  }
  return (
    <TripSection id={place} title={sentence ? 'Booking request' : 'Changed your mind?'} isShown={sentence !== null || held}>
      <p id="request-text">{sentence ?? describeAlternative(view)}</p>
      {payWords !== undefined && (
        <>
          <CardNote />
          <button type="button" id="pay-accepted" disabled={isBusy} onClick={pay}>
            {payWords}
          </button>
        </>
      )}
      {(isRequestOpen(view.trip) || held) && (
        <button type="button" class="quiet" id="take-back" disabled={isBusy} onClick={takeBack}>
          {held ? 'Release the coach' : 'Cancel booking request'}
        </button>
      )}
    </TripSection>
  )
}
