import { cardDeclineOf } from '../../domain/card-fault.ts'
import { toSpokenDay, toSpokenTime } from '../../domain/instant.ts'
import { routeOf } from '../../domain/itinerary.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { toSpokenMoneyTime } from '../../domain/money-time.ts'
import { quoteMailsEveryMs } from '../../domain/notices.ts'
import { isLive } from '../../domain/quote.ts'
import {
  cardFailed,
  linkAsked,
  type OfferFacts,
  type OwnQuoteFacts,
  ownQuote,
  type PayTo,
  quotesChanged,
  requestLapsed,
  requestRejected,
  type TripFacts,
  transferAwaited,
  tripEntered,
} from '../../gateways/notices/customer-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findOpenPayments, findPayment } from '../../storage/queries/payments.ts'
import { type QuoteNotice, quoteNoticesOf } from '../../storage/queries/quote-notices.ts'
import { findQuote, findRequest, type QuoteRow, quotesOfTrip } from '../../storage/queries/quotes.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'

/** Facts that a notice about a trip is made from. */
export type TripNews = { readonly trip: TripRow; readonly subjectId: number | null; readonly now: number }

/** Words that tell the customer their trip was entered; null once it is not open. */
export async function tripEnteredWords(
  db: Reader,
  { trip, now }: TripNews,
  operatorId: number | null,
): Promise<NoticeWords | null> {
  if (trip.status !== 'open') return null
  const operator = operatorId === null ? null : await findOperator(db, operatorId)
  const quoteBy = toSpokenTime(trip.quoteBy, trip.timezone, now)
  return tripEntered({ ...tripFactsOf(trip, now), operator: operator?.name ?? null, quoteBy })
}

/** The new link that was asked for: its trip may be looked at however it stands. */
export function linkAskedWords({ trip, now }: TripNews): NoticeWords {
  return linkAsked(tripFactsOf(trip, now))
}

/** Before this instant (ms) no further mail about the offers of a trip goes to its customer. */
export async function nextQuoteMailAt(db: Reader, tripId: number, now: number): Promise<number> {
  const told = (await quoteNoticesOf(db, tripId)).filter(({ toldAt }) => toldAt <= now)
  return Math.max(0, ...told.map(({ toldAt }) => toldAt + quoteMailsEveryMs))
}

/**
 * Words that tell a customer how the offers of an open trip differ from what they were told: which came, changed and
 * are gone. Offers that came and went in between are left out. Null when they know it all or the trip is not open.
 */
export async function quotesChangedWords(
  db: Reader,
  { trip, now }: TripNews,
): Promise<{ readonly words: NoticeWords; readonly told: readonly QuoteNotice[] } | null> {
  if (trip.status !== 'open') return null
  const known = new Map((await quoteNoticesOf(db, trip.id)).map((one) => [one.quoteId, one]))
  const quotes = await quotesOfTrip(db, trip.id)
  const live = quotes.filter(({ quote }) => isLive(quote) && quote.validUntil > now)
  const came = live.filter(({ quote }) => !known.has(quote.id))
  const changed = live.filter(({ quote }) => (known.get(quote.id)?.revision ?? quote.revision) < quote.revision)
  // Of one that was turned down the customer hears in another mail.
  const gone = quotes.filter(
    ({ quote: { id, status } }) => (status === 'withdrawn' || status === 'expired') && known.get(id)?.isClosed === false,
  )
  if (came.length + changed.length + gone.length === 0) return null
  const offer = ({ quote, operator }: (typeof quotes)[number]): OfferFacts => ({
    operator: operator.name,
    price: toSpokenAmount(quote.priceAmount, quote.currencyCode),
    validUntil: toSpokenTime(quote.validUntil, trip.timezone, now),
  })
  const note =
    (isClosed: boolean) =>
    ({ quote: { id, tripId, revision } }: (typeof quotes)[number]) => ({ quoteId: id, tripId, revision, isClosed })
  const told = [...[...came, ...changed].map(note(false)), ...gone.map(note(true))]
  if (trip.operatorId !== null) {
    const [newest] = [...came, ...changed, ...gone]
    const move = came.length > 0 ? 'sent' : changed.length > 0 ? 'changed' : 'ended'
    return newest === undefined ? null : { words: ownQuoteWords(trip, move, offer(newest), now), told }
  }
  const newsOfOffers = { came: came.map(offer), changed: changed.map(offer), gone: gone.map(({ operator }) => operator.name) }
  return {
    words: quotesChanged({ ...tripFactsOf(trip, now), ...newsOfOffers }),
    told,
  }
}

function ownQuoteWords(trip: TripRow, move: OwnQuoteFacts['move'], offer: OfferFacts, now: number): NoticeWords {
  const day = toSpokenDay(trip.departsAt, trip.timezone, now)
  return ownQuote({ ...tripFactsOf(trip, now), ...offer, move, route: routeOf(trip.itinerary), day })
}

/** Words that tell the customer why an operator turned their request down; null once the trip is not open. */
export async function requestRejectedWords(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const quote = subjectId === null ? null : await findQuote(db, subjectId)
  if (trip.status !== 'open' || quote?.status !== 'rejected') return null
  const operator = await findOperator(db, quote.operatorId)
  const reason = quote.rejectionReason ?? ''
  return requestRejected({ ...tripFactsOf(trip, now), operator: operator?.name ?? '', reason, isOwn: trip.operatorId !== null })
}

/** The notice that no one answered the customer's request, unless they have asked again. */
export async function requestLapsedWords(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const lapsed = await lapsedRequest(db, trip, subjectId)
  if (lapsed === null) return null
  const operator = await findOperator(db, lapsed.operatorId)
  return requestLapsed({ ...tripFactsOf(trip, now), operator: operator?.name ?? '', isOwn: trip.operatorId !== null })
}

/** The quote whose request ran out and that no one has asked for since; null when that is over. */
export async function lapsedRequest(db: Reader, trip: TripRow, requestId: number | null): Promise<QuoteRow | null> {
  const request = requestId === null ? null : await findRequest(db, requestId)
  if (trip.status !== 'open' || request?.status !== 'expired') return null
  const quote = await findQuote(db, request.quoteId)
  return quote === null || quote.requestId !== null ? null : quote
}

/** The notice that a card did not pay and how long another may, while the offer can still be paid for. */
export async function cardFailedWords(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const payment = subjectId === null ? null : await findPayment(db, subjectId)
  const reason = payment && cardDeclineOf(payment)
  if (trip.status !== 'open' || payment === null || reason === null) return null
  const quote = await findQuote(db, payment.quoteId)
  if (quote === null || !isLive(quote) || (await isBeingPaidOtherwise(db, payment))) return null
  const request = quote.requestId === null ? null : await findRequest(db, quote.requestId)
  const until = quote.lockedUntil ?? request?.respondBy ?? quote.validUntil
  if (until <= now) return null
  const operator = await findOperator(db, quote.operatorId)
  return cardFailed({
    ...tripFactsOf(trip, now),
    operator: operator?.name ?? '',
    amount: toSpokenAmount(payment.amount, payment.currencyCode),
    until: spokenUntil(until, operator, trip, now),
    reason,
  })
}

/** The time (ms) until which money can be paid, on the operator's clocks. */
export function spokenUntil(until: number, operator: Operator | null, { timezone }: TripRow, now: number): string {
  return toSpokenMoneyTime(until, { timezone: operator?.timezone ?? timezone, tripTimezone: timezone }, now)
}

/** A customer whose second card is on its way needs not hear of the first. */
async function isBeingPaidOtherwise(db: Reader, { id, tripId }: { readonly id: number; readonly tripId: number }) {
  return (await findOpenPayments(db, tripId)).some((other) => other.id > id)
}

/** Words that tell the customer what to transfer for a quote; null once it does not wait for it. */
export async function transferAwaitedWords(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const payment = subjectId === null ? null : await findPayment(db, subjectId)
  const quote = payment?.status === 'awaiting_transfer' ? await findQuote(db, payment.quoteId) : null
  const operator = quote === null ? null : await findOperator(db, quote.operatorId)
  if (payment === null || quote === null || operator === null || (quote.lockedUntil ?? 0) <= now) return null
  return transferAwaited({
    ...tripFactsOf(trip, now),
    amount: toSpokenAmount(payment.amount, payment.currencyCode),
    until: spokenUntil(quote.lockedUntil ?? quote.validUntil, operator, trip, now),
    payTo: payToOf(operator, trip),
  })
}

/** Facts that the customer of a trip needs to send money to its operator. */
export function payToOf({ name, phone, bankDetails }: Operator, { ref }: TripRow): PayTo {
  return { operator: name, phone, account: bankDetails, reference: ref }
}

/** A trip in the words of its customer. */
export function tripFactsOf(trip: TripRow, now: number): TripFacts {
  const { ref, itinerary, departsAt, timezone } = trip
  return { ref, summary: itinerary.summary, departs: toSpokenTime(departsAt, timezone, now) }
}
