import { useRef, useState } from 'preact/hooks'
import { spokenWord } from '../../plain/words.ts'
import { ChoiceForm } from './choice-form.tsx'
import { Facts, ReplyAt, Section, usePage, useView } from './parts.tsx'
import { answerTimeIfAsked, capital, restOf, spokenSum } from './sentences.ts'
import {
  choiceOf,
  isAsking,
  isHeld,
  isPaying,
  type ShownBooking,
  type ShownOffer,
  type ShownTrip,
  type TripView,
} from './shown.ts'
import { keptOf } from './terms.tsx'
import { tripTime } from './times.ts'

const orders = {
  price: (one: ShownOffer, other: ShownOffer) => one.price_amount - other.price_amount,
  sure: (one: ShownOffer, other: ShownOffer) =>
    Number(other.instantly_bookable) - Number(one.instantly_bookable) || one.price_amount - other.price_amount,
} as const

/** Every offer, to compare and to choose from; side by side from three. */
export function Offers() {
  const view = useView()
  const { reply } = usePage()
  const [order, setOrder] = useState<keyof typeof orders>('price')
  const [chosen, setChosen] = useState<number | null>(null)
  const { status, quotes, gone_quotes: gone } = view.trip
  const isOpen = status === 'open'
  const shown = isOpen ? quotes.toSorted(orders[order]) : []
  const isHere = (place: string) => place.startsWith('quote-') && !shown.some(({ id }) => place === `quote-${id}`)
  return (
    <>
      <Section id="quotes" title={quotes.length === 1 ? 'Your offer' : 'Your offers'} isShown={isOpen}>
        {notesOf(view) !== '' && <p id="quotes-note">{notesOf(view)}</p>}
        {gone.map((offer) => (
          <p key={offer.id} class="faint">
            {goneSentence(offer)}
          </p>
        ))}
        {shown.length > 1 && (
          <div class="order">
            <label for="order">Show first</label>
            <select
              id="order"
              value={order}
              onChange={({ currentTarget }) => setOrder(currentTarget.value as keyof typeof orders)}
            >
              <option value="price">The lowest price</option>
              <option value="sure">What can be booked now</option>
            </select>
          </div>
        )}
        <div id="quote-list" class={shown.length > 2 && chosen === null ? 'side' : undefined}>
          {shown.map((offer) => (
            <OfferCard key={offer.id} offer={offer} view={view} isChosen={chosen === offer.id} onChoose={setChosen} />
          ))}
        </div>
      </Section>
      <ReplyAt place={isHere} id={reply !== null && isHere(reply.place) ? 'quotes-answer' : 'quotes-silence'} />
    </>
  )
}

function goneSentence({ status, operator: { name } }: ShownTrip['gone_quotes'][number]): string {
  if (status === 'rejected') return `${name} cannot do it.`
  return status === 'expired' ? `The offer of ${name} has run out.` : `${name} has taken the offer back.`
}

function notesOf({ trip, now }: TripView): string {
  const { quotes, quote_by: by } = trip
  if (quotes.length > 1 && (isHeld(trip) || isAsking(trip) || isPaying(trip)))
    return 'To choose another offer, first let go of the one you have asked for.'
  if (quotes.length > 0) return ''
  return Date.parse(by) < now
    ? 'No offer is open any more, and no new ones come in. Ask for the trip anew.'
    : `Nobody has quoted yet; offers come until ${tripTime(by, { trip, now, isTransfer: false })}. We will mail you, and each appears here.`
}

type OfferCardProps = {
  readonly offer: ShownOffer
  readonly view: TripView
  readonly isChosen: boolean
  readonly onChoose: (id: number | null) => void
}

function OfferCard({ offer, view, isChosen, onChoose }: OfferCardProps) {
  const { isBusy, hush } = usePage()
  const opens = useRef<HTMLButtonElement>(null)
  const { id, operator, price_amount: price, deposit_amount: deposit, vehicles } = offer
  const choice = choiceOf(view.trip, offer)
  const people = view.trip.passenger_count
  return (
    <article id={`quote-${id}`} class="offer">
      <h3>{operator.name}</h3>
      <p class="price">
        {spokenSum(price, offer)}
        {people > 1 && <span class="faint"> {spokenSum(Math.round(price / people), offer)} a head</span>}
      </p>
      <Facts
        rows={[
          ['Sure', surenessOf(offer, view)],
          ['Vehicles', vehicles.map(vehicleText).join(', ')],
          ['On board', onBoard(vehicles) || '–'],
          ['Included', offer.inclusions.map(spokenKind).join(', ') || '–'],
          ['Not included', offer.exclusions.map(spokenKind).join(', ') || '–'],
          ['Deposit', deposit > 0 ? `${spokenSum(deposit, offer)}, ${depositWhen(offer, view)}` : '–'],
          ['Rest', restOf(offer, view) || '–'],
          ['Kept if you call off', capital(keptOf(offer.cancellation_terms))],
          ['Licence', operator.operator_licence ?? '–'],
          [
            'Note',
            offer.note ? (
              <span key="note" class="prose">
                {offer.note}
              </span>
            ) : (
              '–'
            ),
          ],
          ['Good until', tripTime(offer.valid_until, view)],
        ]}
      />
      <div class="choosing">
        {choice !== null && isChosen && (
          <ChoiceForm
            key={offer.revision}
            offer={offer}
            path={choice.path}
            title={choice.words}
            onDone={() => onChoose(null)}
            onBack={() => {
              onChoose(null)
              setTimeout(() => opens.current?.focus())
            }}
          />
        )}
        {choice !== null && !isChosen && (
          <button
            type="button"
            ref={opens}
            disabled={isBusy}
            onClick={() => {
              hush()
              onChoose(id)
            }}
          >
            {choice.words}
          </button>
        )}
        <ReplyAt place={`quote-${id}`} />
      </div>
    </article>
  )
}

/** The customer's request for this offer; null where they have made none that waits. */
function askedFor({ id }: ShownOffer, { trip }: TripView) {
  return isAsking(trip) && trip.booking_request?.quote_id === id ? trip.booking_request : null
}

/** Whether the coach is free, or by when that is known. */
function surenessOf(offer: ShownOffer, view: TripView): string {
  if (offer.status === 'confirmed') return 'Yes, the coach is free'
  const request = askedFor(offer, view)
  if (request === null) return `They answer first, by ${answerTimeIfAsked(view)} if you ask now`
  return request.status === 'pending' ? `They answer by ${tripTime(request.respond_by, view)}` : 'They have said yes'
}

function depositWhen(offer: ShownOffer, view: TripView): string {
  if (offer.status === 'confirmed') return 'when you book'
  const { status = 'pending' } = askedFor(offer, view) ?? {}
  if (status === 'payment_in_doubt') return 'being looked into'
  return status === 'pending' ? 'when they say yes' : 'to be paid now'
}

/** VAT has a name of its own. */
function spokenKind(kind: string): string {
  return kind === 'vat' ? 'VAT' : spokenWord(kind).toLowerCase()
}

/** Words for the amenities of every coach and the wheelchair spaces of all, as far as the operator said which come. */
function onBoard(vehicles: ShownOffer['vehicles']): string {
  const shared = vehicles[0]?.amenities.filter((one) => vehicles.every(({ amenities }) => amenities.includes(one))) ?? []
  const spaces = vehicles.reduce((sum, { wheelchair_spaces: each }) => sum + each, 0)
  const places = spaces === 1 ? 'a wheelchair space' : `${spaces} wheelchair spaces`
  return capital([...shared.map((one) => spokenWord(one).toLowerCase()), ...(spaces > 0 ? [places] : [])].join(', '))
}

/** The number and kind of a vehicle, in the operator's own words where there are some. */
export function vehicleText({ count, type, seats, description }: ShownBooking['vehicles'][number]): string {
  return `${count} × ${description ?? spokenWord(type).split(',')[0]} (${seats} seats)`
}
