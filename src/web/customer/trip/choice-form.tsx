import { useEffect, useRef } from 'preact/hooks'
import { CardNote } from './card-note.tsx'
import { Control, Fault, Form } from './form.tsx'
import { Facts, usePage, useView } from './parts.tsx'
import { choiceSentence, restOf, spokenSum } from './sentences.ts'
import type { ShownOffer, TripView } from './shown.ts'
import { CancellationTable } from './terms.tsx'

type ChoiceFormProps = {
  readonly offer: ShownOffer
  readonly path: string
  /** Title of the choice, in the words of the button that led here. */
  readonly title: string
  readonly onDone: () => void
  readonly onBack: () => void
}

/** The last page before money moves: what it costs now and later, on which terms, and how it is paid. */
export function ChoiceForm({ offer, path, title, onDone, onBack }: ChoiceFormProps) {
  const { act, isBusy } = usePage()
  const view = useView()
  const { price_amount: price, deposit_amount: deposit } = offer
  const isAsk = path === '/request-booking'
  const first = useRef<HTMLHeadingElement>(null)
  useEffect(() => first.current?.focus(), [])
  const choose = async () => {
    const { id, revision } = offer
    const payment_method = view.isTransfer ? 'bank_transfer' : 'card'
    const body = { quote_id: id, revision, payment_method }
    if (await act({ path, body, place: `quote-${id}`, done: choiceSentence, toCard: { quoteId: id } })) onDone()
  }
  return (
    <Form class="choice" send={choose}>
      <h4 tabIndex={-1} ref={first}>
        {title}
      </h4>
      <Facts
        rows={[
          ['In all', spokenSum(price, offer)],
          [isAsk ? 'When they say yes' : 'Now', deposit > 0 ? `${spokenSum(deposit, offer)} deposit` : 'Nothing'],
          ['Later', restOf(offer, view)],
        ]}
      />
      <CancellationTable offer={offer} view={view} />
      <label class="tick">
        <Control id="terms" missing="Tick the box to agree.">
          <input type="checkbox" name="terms" required disabled={isBusy} />
        </Control>
        <span>I agree to the price and to what is kept if I call off.</span>
      </label>
      <Fault id="terms" />
      {view.isTransfer && deposit > 0 && (
        <p class="faint">You pay by bank transfer. The coach is held for you meanwhile, and booked once the money has come.</p>
      )}
      {deposit > 0 && <CardNote />}
      <button type="submit" disabled={isBusy}>
        {isAsk ? askWords(offer, view) : payWords(offer, view)}
      </button>
      <button type="button" class="quiet" onClick={onBack}>
        {view.isOwnSale ? 'Back to the quote' : 'Back to the offers'}
      </button>
    </Form>
  )
}

function askWords({ operator, deposit_amount: deposit }: ShownOffer, { isTransfer }: TripView): string {
  return isTransfer || deposit === 0 ? 'Ask, nothing is charged yet' : `Save a card and ask ${operator.name}`
}

function payWords(offer: ShownOffer, { isTransfer }: TripView): string {
  if (offer.deposit_amount === 0) return 'Book, nothing to pay yet'
  return isTransfer ? 'Book, and pay by transfer' : `Pay the deposit, ${spokenSum(offer.deposit_amount, offer)}`
}
