import { offerNow } from './came-back.ts'
import { CardNote } from './card-note.tsx'
import { Section, usePage, useView } from './parts.tsx'
import { lookedAt, openSentence } from './paying.ts'
import { choiceSentence } from './sentences.ts'
import { isAsking, isBooked, isInDoubt, offerOf, offerWord, type TripView } from './shown.ts'

const titles: Readonly<Record<string, string>> = { save_card: 'Your card', deposit: 'Your deposit' }

const unread = 'How the payment stands could not be checked just now. Try again in a moment.'
const closed = 'This payment is over: this page shows where it stands now.'

/** A payment that is not over: the way to its page, and how to let it be. What came of it is said in its place. */
export function PaymentOpen() {
  const { act, isBusy, isWaiting, leave, lookNow, pageLeftMs, say } = usePage()
  const view = useView()
  const { trip } = view
  const { payment } = trip
  const place = 'payment'
  const operatorName = offerOf(trip, payment?.quote_id)?.operator.name ?? 'The operator'
  const other = otherNow(view)
  const goOn = async () => {
    const now = await lookNow(place, unread)
    if (now === null) return
    if (otherNow(now)) return say(otherNow(now), place, true)
    if (!leave(now, place)) say(now.trip.payment === null ? closed : lookedAt, place, true)
  }
  const letGo = () => act({ path: '/cancel-request', body: {}, place, done: letGoSentence })
  const isRefunding = payment?.status === 'refunding'
  const title = isRefunding ? 'Your refund' : (titles[payment?.purpose ?? ''] ?? 'Your payment')
  return (
    <Section id={place} title={title} isShown={payment !== null && !isInDoubt(trip)}>
      {payment !== null && <p id="payment-text">{other || openSentence(payment, operatorName, isWaiting, pageLeftMs)}</p>}
      {payment?.url && other === '' && (
        <>
          <CardNote />
          <button type="button" disabled={isBusy} onClick={goOn}>
            Go on to the payment page
          </button>
        </>
      )}
      {payment?.url && payment.purpose !== 'balance' && !isAsking(trip) && (
        <button type="button" class="quiet" disabled={isBusy} onClick={letGo}>
          {payment.purpose === 'deposit' ? `Let this ${offerWord(view)} go` : 'Save no card'}
        </button>
      )}
    </Section>
  )
}

/** A sentence on what has become of the offer since a page was opened for it; empty where that is as it was. */
function otherNow(view: TripView): string {
  const { payment } = view.trip
  if (!payment?.url || payment.purpose === 'balance' || payment.quote_revision === null) return ''
  const { purpose, quote_id: id, quote_revision: revision } = payment
  return offerNow({ purpose, quote: { id, revision } }, view)
}

/** The page may have been paid on before it was closed. */
function letGoSentence(view: TripView): string {
  return isBooked(view.trip) ? choiceSentence(view) : 'Let go. Nothing was charged, and nothing is booked.'
}
