import { useState } from 'preact/hooks'
import { CardChoice, firstCard } from './methods.tsx'
import { Facts, usePage, useView } from './parts.tsx'
import { asked, heldSentence, restOf, sum } from './sentences.ts'
import { isHeld, type ShownOffer, type TripView } from './shown.ts'
import { CancellationTable } from './terms.tsx'
import { timeOf } from './times.ts'

type ChoiceFormProps = { readonly offer: ShownOffer; readonly path: string; readonly onClose: () => void }

/** The last page before money moves: what it costs now and later, on which terms, and how it is paid. */
export function ChoiceForm({ offer, path, onClose }: ChoiceFormProps) {
  const { act, isBusy } = usePage()
  const view = useView()
  const [card, setCard] = useState<string>(firstCard)
  const { price_amount: price, deposit_amount: deposit } = offer
  const isAsk = path === '/request-booking'
  const choose = async (event: Event) => {
    event.preventDefault()
    const payment_method = view.isTransfer ? 'bank_transfer' : card
    const body = { quote_id: offer.id, revision: offer.revision, payment_method }
    if (await act({ path, body, place: `quote-${offer.id}`, done: choiceSentence })) onClose()
  }
  return (
    <form class="choice" onSubmit={choose}>
      <Facts
        rows={[
          ['In all', sum(price, offer)],
          [isAsk ? 'When they say yes' : 'Now', deposit > 0 ? `${sum(deposit, offer)} deposit` : 'Nothing'],
          ['Later', restOf(offer, view)],
        ]}
      />
      <CancellationTable offer={offer} view={view} />
      <label class="tick">
        <input type="checkbox" name="terms" required disabled={isBusy} />
        <span>I agree to the price and to what is kept if I call off.</span>
      </label>
      <CardChoice id="card" value={card} onChoose={setCard} />
      <p class="faint">
        {view.isTransfer
          ? 'You pay by bank transfer. The coach is held for you meanwhile, and booked once the money has come.'
          : 'This server takes play money only.'}
      </p>
      <button type="submit" disabled={isBusy}>
        {isAsk ? 'Ask, nothing is charged yet' : payWords(offer, view)}
      </button>
      <button type="button" class="quiet" onClick={onClose}>
        Back to the offers
      </button>
    </form>
  )
}

function payWords(offer: ShownOffer, { isTransfer }: TripView): string {
  if (offer.deposit_amount === 0) return 'Book, nothing to pay yet'
  return isTransfer ? 'Book, and pay by transfer' : `Pay ${sum(offer.deposit_amount, offer)}`
}

/** What a choice has come to. */
function choiceSentence(view: TripView): string {
  const { booking, booking_request: request } = view.trip
  if (isHeld(view.trip)) return heldSentence(view)
  if (booking && booking.deposit_amount === 0) return `Booked with ${booking.operator.name}. No deposit is asked for.`
  if (booking) return `Booked with ${booking.operator.name}. Your deposit of ${sum(booking.deposit_amount, booking)} is paid.`
  return `Asked. You will read here what ${asked(view.trip)} says, by ${timeOf(request?.respond_by ?? '', view)}.`
}
