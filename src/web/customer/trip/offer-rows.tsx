import type { ComponentChildren } from 'preact'
import { dayMs } from '../../../domain/instant.ts'
import { spokenDay } from '../../plain/moment.ts'
import { spokenWord } from '../../plain/words.ts'
import { wallAt } from '../../plain/zone.ts'
import { answerTimeIfAsked, capital, spokenSum } from './sentences.ts'
import { isAsking, offerWord, type ShownOffer, type TripView } from './shown.ts'
import { moneyDay, tripTime } from './times.ts'

/** One line about an offer. `text` is what offers are compared by. */
export type OfferRow = { readonly name: string; readonly text: string; readonly shown?: ComponentChildren }

/** The lines that every offer shows. */
export function mainRows(offer: ShownOffer, view: TripView): readonly OfferRow[] {
  const booking = bookingOf(offer, view)
  const { now, later } = toPay(offer, view)
  return [
    { name: 'Booking', text: booking, shown: <span class={offer.status === 'confirmed' ? 'sure' : 'ask'}>{booking}</span> },
    { name: 'Coach', text: offer.vehicles.map(coachText).join(', ') },
    { name: 'On board', text: onBoard(offer.vehicles) || '–' },
    { name: 'Included', text: listOf(offer.inclusions) },
    { name: 'Not included', text: listOf(offer.exclusions) },
    {
      name: 'To pay now',
      text: [now, later].filter(Boolean).join('. '),
      shown: later === '' ? <strong>{now}</strong> : `${now}. ${later}`,
    },
    { name: 'Balance', text: balanceOf(offer, view) },
    { name: 'Free cancellation', text: freeUntil(offer, view) },
  ]
}

/** The lines that a card keeps folded. */
export function moreRows(offer: ShownOffer, view: TripView): readonly OfferRow[] {
  return [
    { name: 'Note', text: offer.note ?? '–', shown: <span class="prose">{offer.note ?? '–'}</span> },
    { name: `${capital(offerWord(view))} ends`, text: tripTime(offer.valid_until, view) },
    { name: 'Licence', text: offer.operator.operator_licence ?? '–' },
  ]
}

/** The price for each passenger, and whether VAT is in it. Empty where neither is known. */
export function pricePerPassenger(offer: ShownOffer, { trip }: TripView): string {
  const people = trip.passenger_count
  const each = people > 1 ? `${spokenSum(Math.round(offer.price_amount / people), offer)} per passenger` : ''
  return [each, offer.inclusions.includes('vat') ? 'VAT included' : ''].filter(Boolean).join(', ')
}

/** The customer's request for this offer; null where none waits. */
function askedFor({ id }: ShownOffer, { trip }: TripView) {
  return isAsking(trip) && trip.booking_request?.quote_id === id ? trip.booking_request : null
}

/** Whether the coach can be booked now, or by when the operator answers. */
function bookingOf(offer: ShownOffer, view: TripView): string {
  if (offer.status === 'confirmed') return 'Confirmed at once'
  const request = askedFor(offer, view)
  if (request === null) return `They answer by ${answerTimeIfAsked(view)}`
  return request.status === 'pending' ? `They answer by ${tripTime(request.respond_by, view)}` : 'They have accepted'
}

/** The amount to pay now, and the amount that follows once the operator accepts; empty where none does. */
function toPay(offer: ShownOffer, view: TripView): { readonly now: string; readonly later: string } {
  const deposit = offer.deposit_amount > 0 ? spokenSum(offer.deposit_amount, offer) : 'Nothing'
  const { status = 'pending' } = askedFor(offer, view) ?? {}
  if (status === 'payment_in_doubt') return { now: deposit, later: 'We are checking the payment' }
  if (offer.status === 'confirmed' || status !== 'pending' || offer.deposit_amount === 0) return { now: deposit, later: '' }
  return { now: 'Nothing', later: `${deposit} once they accept` }
}

function balanceOf(offer: ShownOffer, view: TripView): string {
  const rest = offer.price_amount - offer.deposit_amount
  if (rest <= 0) return '–'
  const dueAt = Date.parse(offer.balance_due_at ?? '')
  return `${spokenSum(rest, offer)} ${dueAt > view.now ? `by ${moneyDay(dueAt, view)}` : 'when you book'}`
}

/** The day until which a cancellation costs nothing. */
function freeUntil({ cancellation_terms: terms }: ShownOffer, view: TripView): string {
  const free = terms.filter(({ keep_bps }) => keep_bps === 0).map(({ days_before }) => days_before)
  if (free.length === 0) return 'None'
  const until = Date.parse(view.trip.departs_at) - Math.min(...free) * dayMs
  return until > view.now ? `Until ${dayAt(until, view)}` : 'None'
}

function dayAt(instant: number, { trip, now }: TripView): string {
  return spokenDay(wallAt(instant, trip.timezone), wallAt(now, trip.timezone))
}

function listOf(kinds: readonly string[]): string {
  return capital(kinds.map(spokenKind).join(', ')) || '–'
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

function coachText({ count, type, seats, description }: ShownOffer['vehicles'][number]): string {
  const name = description ?? spokenWord(type).split(',')[0]
  return `${count > 1 ? `${count} × ` : ''}${name}, ${seats} seats`
}
