import { formatPricePerPassenger } from './offer-rows.tsx'
import { ReplyAt, usePage } from './parts.tsx'
import { formatSum } from './sentences.ts'
import { findChoice, type ShownOffer, type TripView } from './shown.ts'

/** The properties of an offer on the page. */
export type OfferProps = {
  readonly offer: ShownOffer
  readonly view: TripView
  /** Whether it is the cheapest of several. */
  readonly isLowest: boolean
  /** Opens the form of an offer. */
  readonly onChoose: (id: number) => void
}

/** The operator, the price and the price for each passenger. */
export function OfferHead({ offer, view, isLowest }: Omit<OfferProps, 'onChoose'>) {
  return (
    <>
      <div class="offer-name">
        <h3 id={`quote-${offer.id}-operator`}>{offer.operator.name}</h3>
        {isLowest && <span class="tag">Lowest price</span>}
      </div>
      <p class="price">{formatSum(offer.price_amount, offer)}</p>
      <p class="faint">{formatPricePerPassenger(offer, view)}</p>
    </>
  )
}

/** The button that opens the form of an offer, with its reply. */
export function OfferButton({ offer, view, onChoose }: Omit<OfferProps, 'isLowest'>) {
  const { isBusy, hush } = usePage()
  const choice = findChoice(view.trip, offer)
  return (
    <>
      {choice !== null && (
        <button
          type="button"
          aria-describedby={`quote-${offer.id}-operator`}
          disabled={isBusy}
          onClick={() => {
            hush()
            onChoose(offer.id)
          }}
        >
          {choice.words}
        </button>
      )}
      <ReplyAt place={`quote-${offer.id}`} />
    </>
  )
}
