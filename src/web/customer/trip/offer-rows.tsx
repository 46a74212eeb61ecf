import type { ComponentChildren } from 'preact'
import { dayMs } from '../../../domain/instant.ts'
import { formatDay } from '../../plain/moment.ts'
import { formatWord } from '../../plain/words.ts'
import { toWallAt } from '../../plain/zone.ts'
import { capitalizeFirst, formatAnswerTimeIfRequested, formatSum } from './sentences.ts'
import { findOfferWord, isRequestOpen, type ShownOffer, type TripView } from './shown.ts'
import { formatCustomerTripTime, formatMoneyDay } from './times.ts'

/** One line about an offer. Offers are compared by `text`. */
export type OfferRow = { readonly name: string; readonly text: string; readonly shown?: ComponentChildren }

/** The lines that every offer shows. */
export function listMainRows(offer: ShownOffer, view: TripView): readonly OfferRow[] {
  const booking = describeOfferBooking(offer, view)
  const { now, later } = listSumsToPay(offer, view)
  return [
    { name: 'Booking', text: booking, shown: <span class={offer.status === 'confirmed' ? 'sure' : 'ask'}>{booking}</span> },
    { name: 'Coach', text: offer.vehicles.map(formatCoachText).join(', ') },
    { name: 'On board', text: formatOnBoard(offer.vehicles) || '–' },
    { name: 'Included', text: formatListOrDash(offer.inclusions) },
    { name: 'Not included', text: formatListOrDash(offer.exclusions) },
    {
      name: 'To pay now',
      text: [now, later].filter(Boolean).join('. '),
      shown: later === '' ? <strong>{now}</strong> : `${now}. ${later}`,
    },
    { name: 'Balance', text: formatOfferBalance(offer, view) },
    { name: 'Free cancellation', text: describeFreeCancellation(offer, view) },
  ]
}

/** The folded lines of a card. */
export function listMoreRows(offer: ShownOffer, view: TripView): readonly OfferRow[] {
  return [
    { name: 'Note', text: offer.note ?? '–', shown: <span class="prose">{offer.note ?? '–'}</span> },
    { name: `${capitalizeFirst(findOfferWord(view))} ends`, text: formatCustomerTripTime(offer.valid_until, view) },
    { name: 'Licence', text: offer.operator.operator_licence ?? '–' },
  ]
}

/** The price for each passenger, and whether VAT is included. Empty if both are unknown. */
export function formatPricePerPassenger(offer: ShownOffer, { trip }: TripView): string {
  const people = trip.passenger_count
  const each = people > 1 ? `${formatSum(Math.round(offer.price_amount / people), offer)} per passenger` : ''
  return [each, offer.inclusions.includes('vat') ? 'VAT included' : ''].filter(Boolean).join(', ')
}

/** The customer's open request for this offer; null without one. */
function findRequestOfOffer({ id }: ShownOffer, { trip }: TripView) {
  return isRequestOpen(trip) && trip.booking_request?.quote_id === id ? trip.booking_request : null
}

/** Whether the coach can be booked now, or the deadline of the operator's answer. */
function describeOfferBooking(offer: ShownOffer, view: TripView): string {
  if (offer.status === 'confirmed') return 'Bookable now'
  const request = findRequestOfOffer(offer, view)
  if (request === null) return `On request, answer by ${formatAnswerTimeIfRequested(view)}`
  return request.status === 'pending' ? `Requested, answer by ${formatCustomerTripTime(request.respond_by, view)}` : 'Accepted'
}

/** The amount to pay now, and the amount after the operator's acceptance, if any. */
function listSumsToPay(offer: ShownOffer, view: TripView): { readonly now: string; readonly later: string } {
  const deposit = offer.deposit_amount > 0 ? formatSum(offer.deposit_amount, offer) : 'Nothing'
  const { status = 'pending' } = findRequestOfOffer(offer, view) ?? {}
  if (status === 'payment_in_doubt') return { now: deposit, later: 'We are checking the payment' }
  if (offer.status === 'confirmed' || status !== 'pending' || offer.deposit_amount === 0) return { now: deposit, later: '' }
  return { now: 'Nothing', later: `${deposit} when accepted` }
}

function formatOfferBalance(offer: ShownOffer, view: TripView): string {
  const rest = offer.price_amount - offer.deposit_amount
  if (rest <= 0) return '–'
  const dueAt = Date.parse(offer.balance_due_at ?? '')
  return `${formatSum(rest, offer)} ${dueAt > view.now ? `by ${formatMoneyDay(dueAt, view)}` : 'when you book'}`
}

/** The last day of a cancellation without charges. */
function describeFreeCancellation({ cancellation_terms: terms }: ShownOffer, view: TripView): string {
  const free = terms.filter(({ keep_bps }) => keep_bps === 0).map(({ days_before }) => days_before)
  if (free.length === 0) return 'None'
  const until = Date.parse(view.trip.departs_at) - Math.min(...free) * dayMs
  return until > view.now ? `Until ${formatOfferDay(until, view)}` : 'None'
}

function formatOfferDay(instant: number, { trip, now }: TripView): string {
  return formatDay(toWallAt(instant, trip.timezone), toWallAt(now, trip.timezone))
}

function formatListOrDash(kinds: readonly string[]): string {
  return capitalizeFirst(kinds.map(formatVehicleKind).join(', ')) || '–'
}

/** A vehicle type in words; VAT has a separate name. */
function formatVehicleKind(kind: string): string {
  return kind === 'vat' ? 'VAT' : formatWord(kind).toLowerCase()
}

/** The amenities of every coach and all wheelchair spaces, if the operator has named them. */
function formatOnBoard(vehicles: ShownOffer['vehicles']): string {
  const shared = vehicles[0]?.amenities.filter((one) => vehicles.every(({ amenities }) => amenities.includes(one))) ?? []
  const spaces = vehicles.reduce((sum, { wheelchair_spaces: each }) => sum + each, 0)
  const places = spaces === 1 ? 'a wheelchair space' : `${spaces} wheelchair spaces`
  return capitalizeFirst([...shared.map((one) => formatWord(one).toLowerCase()), ...(spaces > 0 ? [places] : [])].join(', '))
}

function formatCoachText({ count, type, seats, description }: ShownOffer['vehicles'][number]): string {
  const name = description ?? formatWord(type).split(',')[0]
  return `${count > 1 ? `${count} × ` : ''}${name}, ${seats} seats`
}
