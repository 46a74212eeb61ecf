import { useEffect, useState } from 'preact/hooks'
import { formatWord } from '../../plain/words.ts'
import { ChoiceForm } from './choice-form.tsx'
import { OfferCard } from './offer-card.tsx'
import { OffersTable } from './offers-table.tsx'
import { ReplyAt, TripSection, usePage, useView } from './parts.tsx'
import {
  findChoice,
  isDepositPaymentOpen,
  isHeld,
  isRequestOpen,
  type ShownBooking,
  type ShownOffer,
  type ShownTrip,
  type TripView,
} from './shown.ts'
import { formatCustomerTripTime } from './times.ts'

const orders = [
  { name: 'Lowest price', by: (one: ShownOffer, other: ShownOffer) => one.price_amount - other.price_amount },
  {
    name: 'Bookable now first',
    by: (one: ShownOffer, other: ShownOffer) =>
      Number(other.instantly_bookable) - Number(one.instantly_bookable) || one.price_amount - other.price_amount,
  },
] as const

/** Windows of this width compare offers in a table. */
const wide = '(min-width: 900px)'

/** All offers: a table in wide windows, else a card each. */
export function Offers() {
  const view = useView()
  const { reply } = usePage()
  const isWide = useWide()
  const [order, setOrder] = useState<(typeof orders)[number]>(orders[0])
  const [chosenId, setChosenId] = useState<number | null>(null)
  const { status, quotes, gone_quotes: gone } = view.trip
  const isOpen = status === 'open'
  const gonePhrase = view.isOwnSale ? describeEndedQuote : describeEndedQuotes
  const shown = isOpen ? quotes.toSorted(order.by) : []
  const lowestId = shown.length > 1 ? (shown.toSorted(orders[0].by)[0]?.id ?? null) : null
  const chosen = shown.find(({ id }) => id === chosenId)
  const isHere = (place: string) => place.startsWith('quote-') && !shown.some(({ id }) => place === `quote-${id}`)
  return (
    <>
      <TripSection id="quotes" title={formatOffersTitle(shown, view)} isShown={isOpen}>
        {describeOffers(view) !== '' && <p id="quotes-note">{describeOffers(view)}</p>}
        {gone.map((offer) => (
          <p key={offer.id} class="faint">
            {gonePhrase(offer)}
          </p>
        ))}
        {shown.length > 1 && chosen === undefined && (
          <fieldset class="order">
            <legend class="unseen">Sort by</legend>
            {orders.map((one) => (
              <label key={one.name}>
                <input type="radio" name="order" checked={order === one} onChange={() => setOrder(one)} />
                {one.name}
              </label>
            ))}
          </fieldset>
        )}
        <div id="quote-list">
          {chosen !== undefined ? (
            <ChosenOffer offer={chosen} view={view} isLowest={chosen.id === lowestId} onChoose={setChosenId} />
          ) : isWide && shown.length > 1 ? (
            <OffersTable offers={shown} view={view} lowestId={lowestId} onChoose={setChosenId} />
          ) : (
            shown.map((offer) => (
              <OfferCard key={offer.id} offer={offer} view={view} isLowest={offer.id === lowestId} onChoose={setChosenId} />
            ))
          )}
        </div>
        {shown.length > 1 && chosen === undefined && describeOfferDeadline(view) !== '' && (
          <p class="faint">{describeOfferDeadline(view)}</p>
        )}
      </TripSection>
      <ReplyAt place={isHere} id={reply !== null && isHere(reply.place) ? 'quotes-answer' : 'quotes-silence'} />
    </>
  )
}

/** Whether the window is wide enough for a table. */
function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(wide).matches)
  useEffect(() => {
    const query = matchMedia(wide)
    const look = () => setWide(query.matches)
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return isWide
}

function formatOffersTitle(shown: readonly ShownOffer[], { isOwnSale }: TripView): string {
  const { length } = shown
  if (isOwnSale) return shown[0] === undefined ? 'Your quote' : `Your quote from ${shown[0].operator.name}`
  if (length === 0) return 'Your offers'
  return length === 1 ? 'Your offer' : `${length} offers`
}

function describeEndedQuotes({ status, operator: { name } }: ShownTrip['gone_quotes'][number]): string {
  if (status === 'rejected') return `${name} declined.`
  return status === 'expired' ? `The offer from ${name} has ended.` : `${name} has withdrawn the offer.`
}

function describeEndedQuote({ status, operator: { name } }: ShownTrip['gone_quotes'][number]): string {
  if (status === 'rejected') return `${name} declined.`
  return status === 'expired' ? `The quote from ${name} has ended.` : `${name} has withdrawn the quote.`
}

function describeOffers(view: TripView): string {
  const { trip, now } = view
  const { quotes, quote_by: by } = trip
  if (view.isOwnSale) return describeOwnSale(view)
  if (quotes.length > 1 && (isHeld(trip) || isDepositPaymentOpen(trip)))
    return 'To choose another offer, release this coach first.'
  if (quotes.length > 1 && isRequestOpen(trip)) return 'To choose another offer, cancel the booking request first.'
  if (quotes.length > 0) return ''
  return Date.parse(by) < now
    ? 'All offers have ended, and no more can arrive. Send a new request for this trip.'
    : `No offers yet. Operators can answer until ${formatCustomerTripTime(by, view)}. We email you each offer.`
}

function describeOwnSale({ trip: { quotes, quote_by: by }, now }: TripView): string {
  if (quotes.length > 0) return ''
  return Date.parse(by) < now ? 'No quote is open. Send a new request for this trip.' : 'No quote yet. We email you the quote.'
}

/** The deadline for more offers; empty after it, or once an offer is chosen. */
function describeOfferDeadline(view: TripView): string {
  const { trip, now } = view
  const { quote_by: by } = trip
  if (Date.parse(by) < now || isHeld(trip) || isRequestOpen(trip) || isDepositPaymentOpen(trip)) return ''
  const until = formatCustomerTripTime(by, view)
  return `More offers can arrive until ${until}. We email you each offer. Nothing is booked or charged until you choose.`
}

type ChosenOfferProps = {
  readonly offer: ShownOffer
  readonly view: TripView
  readonly isLowest: boolean
  readonly onChoose: (id: number | null) => void
}

/** The offer with the open form. The other offers are hidden meanwhile. */
function ChosenOffer({ offer, view, isLowest, onChoose }: ChosenOfferProps) {
  const choice = findChoice(view.trip, offer)
  const close = () => {
    onChoose(null)
    setTimeout(() => document.querySelector<HTMLElement>(`#quote-${offer.id} button`)?.focus())
  }
  return (
    <OfferCard offer={offer} view={view} isLowest={isLowest} onChoose={onChoose}>
      {choice === null ? null : (
        <div>
          <ChoiceForm
            key={offer.revision}
            offer={offer}
            path={choice.path}
            title={choice.words}
            onDone={() => onChoose(null)}
            onBack={close}
          />
          <ReplyAt place={`quote-${offer.id}`} />
        </div>
      )}
    </OfferCard>
  )
}

/** The number and type of a vehicle, or the operator's own description. */
export function formatVehicle({ count, type, seats, description }: ShownBooking['vehicles'][number]): string {
  return `${count} × ${description ?? formatWord(type).split(',')[0]} (${seats} seats)`
}
