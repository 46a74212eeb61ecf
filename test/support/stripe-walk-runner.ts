import { amendmentBody } from './amendment-clients.ts'
import type { BookkeepingClient } from './bookkeeping-client.ts'
import { type CustomerClient, days, type MarketAnswer, type OperatorClient, ok, statusAndCode } from './market.ts'
import type { RandomWalk, WalkMove } from './random-stripe-walks.ts'
import type { StripeMarket } from './stripe-market.ts'

/** A marketplace with two operators, and a bookkeeper for each. */
type Place = {
  readonly shop: StripeMarket
  readonly desks: readonly OperatorClient[]
  readonly books: readonly BookkeepingClient[]
}

/** A customer on a walk: every tab ever opened, and all calls and answers. */
export type WalkInProgress = {
  readonly trip: CustomerClient
  /** The quotes of either operator that the customer has seen, newest first, with the revision of that moment. */
  readonly quotes: readonly [Shown[], Shown[]]
  /** Addresses of pages, newest first. */
  readonly pages: string[]
  readonly story: string[]
  /** Repeats the last call under its key. */
  again: (() => Promise<MarketAnswer>) | null
}

type Shown = { readonly id: number; readonly revision: number }

/** Enters a trip with quotes of two operators. */
export async function startWalk({ shop, desks }: Place, { departsIn, availability }: RandomWalk): Promise<WalkInProgress> {
  const trip = await shop.market.trip(desks, { departsIn })
  const quoted = await Promise.all(desks.map((desk, of) => desk.quote(trip, { availability: availability[of] })))
  const [one, other] = quoted.map((answer) => [shownIn(answer)])
  const story = [`departs in ${departsIn / days(1)} days, quoted ${availability.join(' and ')}`]
  return { trip, quotes: [one ?? [], other ?? []], pages: [], story, again: null }
}

function shownIn(answer: MarketAnswer): Shown {
  const { id, revision } = ok(answer).my_quote
  return { id, revision }
}

/** Makes a call that may be repeated under its key, as by a caller who lost the answer. */
function once(walker: WalkInProgress, ask: (wishes: { readonly key: string }) => Promise<MarketAnswer>): Promise<MarketAnswer> {
  const key = crypto.randomUUID()
  walker.again = () => ask({ key })
  return walker.again()
}

/** The answers to a move; none if the move is impossible at the moment. */
async function perform(
  { shop, desks, books }: Place,
  walker: WalkInProgress,
  move: WalkMove,
): Promise<readonly (MarketAnswer | string)[]> {
  const { trip, quotes, pages } = walker
  if (move.does === 'onward') return moveOn({ shop, desks, books }, walker, move)
  switch (move.does) {
    case 'request':
    case 'book': {
      const shown = quotes[move.of][move.back] ?? quotes[move.of][0]
      const choice = { quote_id: shown?.id, payment_method: 'card', ...(move.isAsShown && { revision: shown?.revision }) }
      return [await once(walker, (key) => trip.post(move.does === 'book' ? 'book' : 'request-booking', choice, key))]
    }
    case 'type': {
      const page = pages[move.back] ?? pages[0]
      return page === undefined ? [] : [shop.stripe.pay(page, move.card, { authenticates: move.bank })]
    }
    case 'answer_bank': {
      const page = pages[move.back] ?? pages[0]
      try {
        return page === undefined ? [] : [shop.stripe.answerBank(page, move.isConfirmed)]
      } catch {
        return ['no bank asks']
      }
    }
    case 'pay':
    case 'cancel-request':
    case 'check-payment':
      return [await once(walker, (key) => trip.post(move.does, {}, key))]
    case 'again':
      return walker.again === null ? [] : [await walker.again()]
    case 'accept': {
      const offered = (await trip.readTrip()).data?.amendments?.find(
        ({ status }: Shown & { status: string }) => status === 'proposed',
      )
      if (offered === undefined) return []
      return [await once(walker, (key) => trip.post(`amendments/${offered.id}/accept`, { payment_method: 'card' }, key))]
    }
    case 'cancel':
      return [await trip.cancel()]
    case 'deposit-received':
    case 'settled-by-hand':
      return settle(shop, trip, books[move.of] as BookkeepingClient, move.does)
    case 'call_off':
    case 'record':
    case 'extra':
    case 'amend':
      return moveAsOperator({ desks, books }, trip, move)
    default:
      return operate(walker, move, desks[move.of] as OperatorClient, books[move.of] as BookkeepingClient, quotes[move.of])
  }
}

/** Makes the usual next move, and records which one it was. */
async function moveOn(place: Place, walker: WalkInProgress, { of, card, bank }: Extract<WalkMove, { readonly does: 'onward' }>) {
  const answer = await walker.trip.readTrip()
  if (answer.status !== 200) return [answer]
  const next = nextOf(walker, answer.data, of)
  if (next === null) return [answer, 'nothing more to do']
  const move = next === 'type' ? ({ does: 'type', back: 0, card, bank } as const) : next
  return [answer, JSON.stringify(move), ...(await perform(place, walker, move))]
}

function nextOf({ quotes, pages }: WalkInProgress, seen: MarketAnswer['data'], of: 0 | 1): WalkMove | 'type' | null {
  const { payment, booking, booking_request: request, status } = seen
  if (payment?.status === 'awaiting_customer') return pages[0] === payment.url ? 'type' : { does: 'check-payment' }
  if (payment !== null) return { does: 'check-payment' }
  if (seen.amendments.some(({ status: is }: { status: string }) => is === 'proposed')) return { does: 'accept' }
  if (booking !== null) return booking.status === 'active' && booking.due_amount > 0 ? { does: 'pay' } : null
  if (status !== 'open') return null
  const asked = seen.quotes.find(({ id }: Shown) => id === request?.quote_id)
  if (asked?.status === 'requested') {
    const asking = quotes[0].some(({ id }) => id === asked.id) ? 0 : 1
    return request.status === 'pending' ? { does: 'confirm', of: asking } : { does: 'pay' }
  }
  const isBookable = seen.quotes.some(
    ({ id, instantly_bookable: is }: Shown & { instantly_bookable: boolean }) => is && id === quotes[of][0]?.id,
  )
  return { does: isBookable ? 'book' : 'request', of, back: 0, isAsShown: true }
}

async function settle(
  shop: StripeMarket,
  trip: CustomerClient,
  book: BookkeepingClient,
  how: 'deposit-received' | 'settled-by-hand',
) {
  const seen = await book.call('GET', `/trips/${trip.ref}/payments`)
  if (seen.status !== 200) return []
  const taken = shop.charges(trip).filter(({ amount, refunded }) => amount > refunded)
  const there: { readonly id: number; readonly kind: string } | undefined = seen.data.payments.find(
    ({ id, closed_by }: { id: number; closed_by: string | null }) =>
      closed_by === 'settled_by_hand' && taken.some(({ metadata }) => metadata.charabanc_payment === `${id}`),
  )
  if (there === undefined) return []
  const isReceived = how === 'deposit-received' && there.kind === 'deposit'
  return [await book.call('POST', isReceived ? `/bookings/${trip.ref}/${how}` : `/payments/${there.id}/settled-by-hand`, {})]
}

async function operate(
  walker: WalkInProgress,
  move: Extract<WalkMove, { readonly of: unknown }>,
  desk: OperatorClient,
  book: BookkeepingClient,
  quotes: Shown[],
): Promise<readonly MarketAnswer[]> {
  const { trip } = walker
  switch (move.does) {
    case 'revise': {
      const answer = await desk.quote(trip, { availability: move.availability, price_amount: move.price })
      if (answer.status === 200) quotes.unshift(shownIn(answer))
      return [answer]
    }
    case 'confirm':
      return [await once(walker, (key) => desk.confirm(trip, key))]
    case 'confirm_twice':
      return Promise.all([desk.confirm(trip), desk.confirm(trip)])
    case 'reject':
      return [await desk.reject(trip)]
    case 'withdraw':
      return [await desk.withdraw(trip)]
    case 'unconfirm':
      return [await desk.unconfirm(trip)]
    case 'mail_page':
      return [await book.call('POST', `/trips/${trip.ref}/payment-page`, {})]
    default:
      throw new Error(`No operator does ${JSON.stringify(move)}.`)
  }
}

/** Makes a move of the operator who has the booking. */
async function moveAsOperator(
  { desks, books }: Pick<Place, 'desks' | 'books'>,
  trip: CustomerClient,
  move: Extract<WalkMove, { readonly does: 'call_off' | 'record' | 'extra' | 'amend' }>,
): Promise<readonly MarketAnswer[]> {
  const bookings = await Promise.all(desks.map((desk) => desk.booking(trip)))
  const own = bookings.findIndex(({ status }) => status === 200)
  const [booking, book] = [bookings[own], books[own]]
  if (booking === undefined || book === undefined) return []
  switch (move.does) {
    case 'call_off':
      return [await book.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach broke down.' })]
    case 'record':
      return [await book.record(trip, { amount: booking.data.due_amount, currency_code: 'GBP' })]
    case 'extra':
      return [await book.addExtra(trip)]
    case 'amend': {
      const said = { consent: move.consent, price_amount: move.price, currency_code: 'GBP' }
      return [await book.call('POST', `/bookings/${trip.ref}/amendments`, amendmentBody({ passenger_count: 46 }, said))]
    }
  }
}

/** Makes one move. Throws if an answer is an error of the server's own. */
export async function makeMove(place: Place, walker: WalkInProgress, move: WalkMove): Promise<void> {
  const answers = await perform(place, walker, move)
  for (const answer of answers) {
    if (typeof answer === 'string') continue
    const url = answer.data?.payment?.url
    if (typeof url === 'string' && !walker.pages.includes(url)) walker.pages.unshift(url)
  }
  const heard = answers.map((answer) => (typeof answer === 'string' ? answer : statusAndCode(answer)))
  walker.story.push(`${JSON.stringify(move)} → ${heard.join(', ') || 'nothing'}`)
  const broken = answers.filter((answer) => typeof answer !== 'string' && answer.status >= 500 && answer.status !== 503)
  if (broken.length > 0) throw new Error(`${walker.trip.ref}: ${heard.join(', ')} to ${JSON.stringify(move)}`)
}
