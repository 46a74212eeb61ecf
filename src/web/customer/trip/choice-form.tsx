import { useEffect, useRef } from 'preact/hooks'
import { CardNote } from './card-note.tsx'
import { CheckedForm, Control, TripFieldFault } from './form.tsx'
import { FactList, usePage, useView } from './parts.tsx'
import { describeChoiceResult, describeRest, formatSum } from './sentences.ts'
import type { ShownOffer, TripView } from './shown.ts'
import { CancellationTable } from './terms.tsx'

type ChoiceFormProps = {
  readonly offer: ShownOffer
  readonly path: string
  /** Title of the form: the label of its button. */
  readonly title: string
  readonly onDone: () => void
  readonly onBack: () => void
}

/** The last form before a payment: the costs now and later, the cancellation charges, and the payment method. */
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
    if (await act({ path, body, place: `quote-${id}`, done: describeChoiceResult, toCard: { quoteId: id } })) onDone()
  }
  return (
    <CheckedForm class="choice" send={choose}>
      <h4 tabIndex={-1} ref={first}>
        {title}
      </h4>
      <FactList
        rows={[
          ['Total', formatSum(price, offer)],
          [isAsk ? 'When accepted' : 'Now', deposit > 0 ? `${formatSum(deposit, offer)} deposit` : 'Nothing'],
          ['Later', describeRest(offer, view)],
        ]}
      />
      <CancellationTable offer={offer} view={view} />
      <label class="tick">
        <Control id="terms" missing="Tick the box to agree.">
          <input type="checkbox" name="terms" required disabled={isBusy} />
        </Control>
        <span>I agree to the price and the cancellation charges.</span>
      </label>
      <TripFieldFault id="terms" />
      {view.isTransfer && deposit > 0 && (
        <p class="faint">You pay by bank transfer. We hold the coach and book it when your payment arrives.</p>
      )}
      {deposit > 0 && <CardNote />}
      <button type="submit" disabled={isBusy}>
        {isAsk ? formatRequestLabel(offer, view) : formatBookLabel(offer, view)}
      </button>
      <button type="button" class="quiet" onClick={onBack}>
        {view.isOwnSale ? 'Back to the quote' : 'Back to the offers'}
      </button>
    </CheckedForm>
  )
}

function formatRequestLabel({ deposit_amount: deposit }: ShownOffer, { isTransfer }: TripView): string {
  return isTransfer || deposit === 0 ? 'Request, no charge yet' : 'Save card and request'
}

function formatBookLabel(offer: ShownOffer, { isTransfer }: TripView): string {
  if (offer.deposit_amount === 0) return 'Book, nothing due yet'
  return isTransfer ? 'Book, pay by transfer' : `Pay the deposit, ${formatSum(offer.deposit_amount, offer)}`
}
