import { findCardDecline } from '../../domain/card-fault.ts'
import { toSpokenDate, toSpokenDay, toSpokenTime } from '../../domain/instant.ts'
import { describeRoute, formatTowns } from '../../domain/itinerary.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { toSpokenMoneyTime } from '../../domain/money-time.ts'
import { quoteMailsEveryMs } from '../../domain/notices.ts'
import { isLive } from '../../domain/quote.ts'
import {
  composeCardFailed,
  composeLinkRequested,
  composeOwnQuote,
  composeQuotesChanged,
  composeRequestExpired,
  composeRequestRejected,
  composeTransferAwaited,
  composeTripEntered,
  type OfferFacts,
  type PayTo,
  type TripFacts,
} from '../../gateways/notices/customer-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findOpenPayments, findPayment } from '../../storage/queries/payments.ts'
import { listQuoteNotices, type QuoteNotice } from '../../storage/queries/quote-notices.ts'
import { findQuote, findRequest, listQuotesOfTrip, type QuoteRow } from '../../storage/queries/quotes.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'

/** The trip of a notice, and the number of its subject. */
export type TripNews = { readonly trip: TripRow; readonly subjectId: number | null; readonly now: number }

/** The notice of a received request; null once the trip is not open. */
export async function composeTripEnteredNotice(
  db: Reader,
  { trip, now }: TripNews,
  operatorId: number | null,
): Promise<NoticeWords | null> {
  if (trip.status !== 'open') return null
  const operator = operatorId === null ? null : await findOperator(db, operatorId)
  const quoteBy = toSpokenTime(trip.quoteBy, trip.timezone, now)
  return composeTripEntered({ ...buildTripFacts(trip, now), operator: operator?.name ?? null, quoteBy })
}

/** The notice of a new link. The trip may have any status. */
export function composeLinkNotice({ trip, now }: TripNews): NoticeWords {
  return composeLinkRequested(buildTripFacts(trip, now))
}

/** The earliest instant (ms) of the next email about the quotes of a trip. */
export async function findNextQuoteMailTime(db: Reader, tripId: number, now: number): Promise<number> {
  const notices = (await listQuoteNotices(db, tripId)).filter(({ toldAt }) => toldAt <= now)
  return Math.max(0, ...notices.map(({ toldAt }) => toldAt + quoteMailsEveryMs))
}

/**
 * The notice of new, changed and ended quotes since the customer's last one, without quotes that came and ended in between.
 * Null without changes, and if the trip is not open.
 */
export async function composeQuotesChangedNotice(
  db: Reader,
  { trip, now }: TripNews,
): Promise<{ readonly words: NoticeWords; readonly told: readonly QuoteNotice[] } | null> {
  if (trip.status !== 'open') return null
  const known = new Map((await listQuoteNotices(db, trip.id)).map((one) => [one.quoteId, one]))
  const quotes = await listQuotesOfTrip(db, trip.id)
  const live = quotes.filter(({ quote }) => isLive(quote) && quote.validUntil > now)
  const came = live.filter(({ quote }) => !known.has(quote.id))
  const changed = live.filter(({ quote }) => (known.get(quote.id)?.revision ?? quote.revision) < quote.revision)
  // A rejected request has its own notice.
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
    if (newest === undefined) return null
    const words = composeOwnQuote({
      ...buildTripFacts(trip, now),
      ...offer(newest),
      move,
      journey: describeRoute(trip.itinerary),
    })
    return { words, told }
  }
  const newsOfOffers = { came: came.map(offer), changed: changed.map(offer), gone: gone.map(({ operator }) => operator.name) }
  return {
    words: composeQuotesChanged({ ...buildTripFacts(trip, now), ...newsOfOffers }),
    told,
  }
}

/** The notice of a rejected booking request, with its reason; null once the trip is not open. */
export async function composeRequestRejectedNotice(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const quote = subjectId === null ? null : await findQuote(db, subjectId)
  if (trip.status !== 'open' || quote?.status !== 'rejected') return null
  const operator = await findOperator(db, quote.operatorId)
  const reason = quote.rejectionReason ?? ''
  const isOwn = trip.operatorId !== null
  const others = (isOwn ? [] : await listQuotesOfTrip(db, trip.id)).filter(
    (one) => isLive(one.quote) && one.quote.validUntil > now && one.quote.id !== quote.id,
  )
  const sale = { isOwn, others: others.length }
  return composeRequestRejected({ ...buildTripFacts(trip, now), ...sale, operator: operator?.name ?? '', reason })
}

/** The notice of an unanswered booking request; null if the customer has requested the coach again. */
export async function composeRequestLapsedNotice(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const lapsed = await findLapsedRequest(db, trip, subjectId)
  if (lapsed === null) return null
  const operator = await findOperator(db, lapsed.operatorId)
  return composeRequestExpired({ ...buildTripFacts(trip, now), operator: operator?.name ?? '', isOwn: trip.operatorId !== null })
}

/** The quote of an expired request without a later request; null otherwise. */
export async function findLapsedRequest(db: Reader, trip: TripRow, requestId: number | null): Promise<QuoteRow | null> {
  const request = requestId === null ? null : await findRequest(db, requestId)
  if (trip.status !== 'open' || request?.status !== 'expired') return null
  const quote = await findQuote(db, request.quoteId)
  return quote === null || quote.requestId !== null ? null : quote
}

/** The notice of a declined card, with the time left to pay; null once the offer cannot be paid for. */
export async function composeCardFailedNotice(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const payment = subjectId === null ? null : await findPayment(db, subjectId)
  const reason = payment && findCardDecline(payment)
  if (trip.status !== 'open' || payment === null || reason === null) return null
  const quote = await findQuote(db, payment.quoteId)
  if (quote === null || !isLive(quote) || (await isBeingPaidOtherwise(db, payment))) return null
  const request = quote.requestId === null ? null : await findRequest(db, quote.requestId)
  const until = quote.lockedUntil ?? request?.respondBy ?? quote.validUntil
  if (until <= now) return null
  const operator = await findOperator(db, quote.operatorId)
  return composeCardFailed({
    ...buildTripFacts(trip, now),
    operator: operator?.name ?? '',
    amount: toSpokenAmount(payment.amount, payment.currencyCode),
    until: formatMoneyDeadline(until, operator, trip, now),
    reason,
  })
}

/** A deadline for money (ms) on the operator's clocks. */
export function formatMoneyDeadline(until: number, operator: Operator | null, { timezone }: TripRow, now: number): string {
  return toSpokenMoneyTime(until, { timezone: operator?.timezone ?? timezone, tripTimezone: timezone }, now)
}

/** Whether a later payment for the trip is open, so that the first card needs no notice. */
async function isBeingPaidOtherwise(db: Reader, { id, tripId }: { readonly id: number; readonly tripId: number }) {
  return (await findOpenPayments(db, tripId)).some((other) => other.id > id)
}

/** The notice of an awaited transfer; null once the quote does not wait for one. */
export async function composeTransferAwaitedNotice(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const payment = subjectId === null ? null : await findPayment(db, subjectId)
  const quote = payment?.status === 'awaiting_transfer' ? await findQuote(db, payment.quoteId) : null
  const operator = quote === null ? null : await findOperator(db, quote.operatorId)
  if (payment === null || quote === null || operator === null || (quote.lockedUntil ?? 0) <= now) return null
  return composeTransferAwaited({
    ...buildTripFacts(trip, now),
    amount: toSpokenAmount(payment.amount, payment.currencyCode),
    until: formatMoneyDeadline(quote.lockedUntil ?? quote.validUntil, operator, trip, now),
    payTo: findTransferPayee(operator, trip),
  })
}

/** The payee of a transfer for a trip. */
export function findTransferPayee({ name, phone, bankDetails }: Operator, { ref }: TripRow): PayTo {
  return { operator: name, phone, account: bankDetails, reference: ref }
}

/** The facts of a trip in a message to its customer. */
export function buildTripFacts(trip: TripRow, now: number): TripFacts {
  const { ref, itinerary, departsAt, timezone } = trip
  return {
    ref,
    summary: itinerary.summary,
    route: formatTowns(itinerary),
    day: toSpokenDay(departsAt, timezone, now),
    date: toSpokenDate(departsAt, timezone, now),
    departs: toSpokenTime(departsAt, timezone, now),
  }
}
