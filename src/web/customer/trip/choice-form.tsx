import { CardNote } from './card-note.tsx'
import { Facts, usePage, useView } from './parts.tsx'
import { choiceSentence, restOf, sum } from './sentences.ts'
import type { ShownOffer, TripView } from './shown.ts'
import { CancellationTable } from './terms.tsx'

type ChoiceFormProps = { readonly offer: ShownOffer; readonly path: string; readonly onClose: () => void }

/** The last page before money moves: what it costs now and later, on which terms, and how it is paid. */
export function ChoiceForm({ offer, path, onClose }: ChoiceFormProps) {
  const { act, isBusy } = usePage()
  const view = useView()
  const { price_amount: price, deposit_amount: deposit } = offer
  const isAsk = path === '/request-booking'
  const wantsCard = isAsk || deposit > 0
  const choose = async (event: Event) => {
    event.preventDefault()
    const { id, revision } = offer
    const payment_method = view.isTransfer ? 'bank_transfer' : 'card'
    const body = { quote_id: id, revision, payment_method }
    if (await act({ path, body, place: `quote-${id}`, done: choiceSentence, toCard: { quoteId: id } })) onClose()
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
      {view.isTransfer && (
        <p class="faint">You pay by bank transfer. The coach is held for you meanwhile, and booked once the money has come.</p>
      )}
      {wantsCard && <CardNote />}
      <button type="submit" disabled={isBusy}>
        {isAsk ? askWords(offer, view) : payWords(offer, view)}
      </button>
      <button type="button" class="quiet" onClick={onClose}>
        Back to the offers
      </button>
    </form>
  )
}

function askWords({ operator }: ShownOffer, { isTransfer }: TripView): string {
  return isTransfer ? 'Ask, nothing is charged yet' : `Save a card and ask ${operator.name}`
}

function payWords(offer: ShownOffer, { isTransfer }: TripView): string {
  if (offer.deposit_amount === 0) return 'Book, nothing to pay yet'
  return isTransfer ? 'Book, and pay by transfer' : `Pay the deposit, ${sum(offer.deposit_amount, offer)}`
}
