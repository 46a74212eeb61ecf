import { CardNote } from './card-note.tsx'
import { TripSection, usePage, useView } from './parts.tsx'
import { describeOpenPage, lookedAt } from './paying.ts'
import { describeOfferChange } from './payment-outcome.ts'
import { describeChoiceResult } from './sentences.ts'
import { findOpenOffer, isInDoubt, isRequestOpen, isTripBooked, type TripView } from './shown.ts'

const titles: Readonly<Record<string, string>> = { save_card: 'Your card', deposit: 'Your deposit' }

const unread = 'We could not check the payment. Try again in a moment.'
const closed = 'This payment has ended. This page shows the current status.'

/** An open payment: the link to its page, and the button that cancels it. */
export function PaymentOpen() {
  const { act, isBusy, isWaiting, leave, lookNow, pageLeftMs, showReply } = usePage()
  const view = useView()
  const { trip } = view
  const { payment } = trip
  const place = 'payment'
  const operatorName = findOpenOffer(trip, payment?.quote_id)?.operator.name ?? 'The operator'
  const other = describeOtherPayment(view)
  const goOn = async () => {
    const now = await lookNow(place, unread)
    if (now === null) return
    if (describeOtherPayment(now)) return showReply(describeOtherPayment(now), place, true)
    if (!leave(now, place)) showReply(now.trip.payment === null ? closed : lookedAt, place, true)
  }
  const letGo = () => act({ path: '/cancel-request', body: {}, place, done: describePageClosing })
  const isRefunding = payment?.status === 'refunding'
  const title = isRefunding ? 'Your refund' : (titles[payment?.purpose ?? ''] ?? 'Your payment')
  return (
    <TripSection id={place} title={title} isShown={payment !== null && !isInDoubt(trip)}>
      {payment !== null && <p id="payment-text">{other || describeOpenPage(payment, operatorName, isWaiting, pageLeftMs)}</p>}
      {payment?.url && other === '' && (
        <>
          <CardNote />
          <button type="button" disabled={isBusy} onClick={goOn}>
            Open payment page
          </button>
        </>
      )}
      {payment?.url && payment.purpose !== 'balance' && !isRequestOpen(trip) && (
        <button type="button" class="quiet" disabled={isBusy} onClick={letGo}>
          {payment.purpose === 'deposit' ? 'Release the coach' : 'Cancel saving a card'}
        </button>
      )}
    </TripSection>
  )
}

/** A sentence on a change of the offer since its payment page opened; empty without a change. */
function describeOtherPayment(view: TripView): string {
  const { payment } = view.trip
  if (!payment?.url || payment.purpose === 'balance' || payment.quote_revision === null) return ''
  const { purpose, quote_id: id, quote_revision: revision } = payment
  return describeOfferChange({ purpose, quote: { id, revision } }, view)
}

/** The customer can have paid before the page was closed. */
function describePageClosing(view: TripView): string {
  return isTripBooked(view.trip) ? describeChoiceResult(view) : 'Cancelled. Nothing is booked. You have not been charged.'
}
