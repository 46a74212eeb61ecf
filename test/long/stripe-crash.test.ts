import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  hours,
  type MarketAnswer,
  minutes,
  type OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import type { StripeCall } from '../support/stripe/calls.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'
import { isDeepRun } from '../support/test-depth.ts'

/** A call of whose answer the server never hears: Stripe has not begun it, or has done it. */
type Hang = readonly [StripeCall, 'hang_before' | 'hang_after']

const cards = ['visa', 'sca_always', 'insufficient_later'] as const

/** When it is started again: at once, or when Stripe has forgotten every key and no request waits any more. */
type Restart = 'at once' | 'after 25 hours'

/** All of them by night; by day each card once at least. */
const returns = ['at once', 'after 25 hours'] as const
const all = cards.flatMap((card) => returns.map((back) => [card, back] as const))
const lives = all.filter(([card, back]) => isDeepRun || card === 'visa' || (card === 'sca_always') === (back === 'at once'))
const deposit = 12_800

let shop: StripeMarket
let dales: OperatorClient

beforeAll(async () => {
  // What hangs is to hang until the server dies, however long that takes here.
  shop = await openStripeMarket({ CHARABANC_STRIPE_TIMEOUT: '120' }, { isAlone: true })
  dales = await shop.market.operator()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** Does what is never answered, until Stripe has come as far as that. */
async function hangsAt([call, how]: Hang, work: () => Promise<unknown>): Promise<void> {
  const before = shop.stripe.calls.length
  shop.stripe.fail(call, how)
  work().catch(() => {})
  await eventually(() => shop.stripe.calls.slice(before).some((made) => made.name === call && made.fault === how))
}

/** `kill -9`, and a start later; both clocks have gone on by then. */
async function dies(back: Restart, meanwhile: () => void = () => {}): Promise<void> {
  await shop.market.server.kill()
  shop.stripe.recover()
  meanwhile()
  if (back === 'after 25 hours') {
    shop.stripe.advance(hours(25) * 1_000)
    await shop.market.advance(hours(25))
  }
  await shop.market.server.start()
}

/** Asks again for as long as it is told to come back, as any client does. */
function insist(ask: () => Promise<MarketAnswer>): Promise<MarketAnswer> {
  return eventually(async () => {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await shop.market.advance(5)
    return null
  })
}

/** Lets time pass until nothing of a trip is with Stripe any more. */
async function isDecided(trip: CustomerClient): Promise<void> {
  await eventually(async () => {
    if (!(await shop.paymentStatuses(trip)).some((row) => /opening|charging|in_doubt/.test(row))) return true
    await shop.market.advance(5)
    return false
  })
}

const taken = (trip: CustomerClient) => shop.charges(trip).map(({ amount }) => amount)

/** What a customer does who has read where their trip stands: a page is there to be paid on, or there is a way to one. */
async function goOn(trip: CustomerClient & { readonly quoteId: number }, seen: MarketAnswer['data']): Promise<void> {
  if (seen.payment !== null) shop.fillInCardPage(seen, 'visa')
  else if (seen.booking_request?.status.startsWith('payment_')) ok(await trip.post('pay'))
  else if (seen.booking_request?.status === 'pending')
    expect(['200', '409 deposit_charge_failed']).toContain(statusAndCode(await dales.confirm(trip)))
  else ok(await (seen.quotes[0].instantly_bookable ? trip.book(trip.quoteId, 'card') : trip.request(trip.quoteId, 'card')))
}

/** Each customer knows what to do next, and comes to a booking that is paid for once. */
async function isBookedInTheEnd(trip: CustomerClient & { readonly quoteId: number }): Promise<void> {
  for (let step = 0; ; step++) {
    const seen = ok(await insist(() => trip.post('check-payment')))
    if (seen.status === 'booked') break
    if (step === 8) throw new Error(`${trip.ref} does not come to a booking: ${JSON.stringify(seen)}`)
    await goOn(trip, seen)
    // A page is asked about every two seconds at most.
    await shop.market.advance(3)
  }
  expect(taken(trip)).toEqual([deposit])
  expect((await shop.paymentStatuses(trip)).filter((row) => row === 'deposit succeeded')).toHaveLength(1)
}

/** Where a charge is when the server dies; null when all of it is written down. */
const chargeSteps: Readonly<Record<string, Hang | null>> = {
  'the row is written': ['paymentIntents.create', 'hang_before'],
  'the charge is made': ['paymentIntents.create', 'hang_after'],
  'its name is written': ['paymentIntents.retrieve', 'hang_before'],
  'it is to be confirmed': ['paymentIntents.confirm', 'hang_before'],
  'the bank has answered': ['paymentIntents.confirm', 'hang_after'],
  'it is settled': null,
}

/** The same for a card to which the bank says no, whose charge is given up then. */
const refusedSteps: typeof chargeSteps = {
  ...chargeSteps,
  'it is to be given up': ['paymentIntents.cancel', 'hang_before'],
  'it is given up': ['paymentIntents.cancel', 'hang_after'],
}

/** What the row of a charge says in the end, and what the customer is told. */
const ends = {
  visa: { row: 'succeeded', told: null },
  sca_always: { row: 'requires_action', told: 'payment_action_required' },
  insufficient_later: { row: 'declined', told: 'payment_declined' },
} as const

describe('killed at every step of charging a kept card', () => {
  test.each(lives)('%s, started again %s', async (card, back) => {
    const isPaid = card === 'visa'
    const trips = await Promise.all(
      Object.entries(isPaid ? chargeSteps : refusedSteps).map(async ([step, hang]) => {
        const trip = await shop.quotedTrip(dales, 'likely')
        shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), card)
        expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
        return Object.assign(trip, { step, hang, key: crypto.randomUUID() })
      }),
    )
    for (const trip of trips) {
      const confirm = () => dales.confirm(trip, { key: trip.key })
      await (trip.hang === null ? confirm() : hangsAt(trip.hang, confirm))
    }
    await dies(back)

    for (const trip of trips) {
      // The one who asked hears nothing, and asks again; or never does.
      const again = trip.step === 'its name is written' ? null : await insist(() => dales.confirm(trip, { key: trip.key }))
      await isDecided(trip)
      const { row, told } = ends[card]
      // A day after the operator's yes the request is over, and what waited for the customer's bank with it.
      const isLapsed = back === 'after 25 hours' && !isPaid
      if (isLapsed) await eventually(async () => ok(await trip.readTrip()).booking_request.status === 'expired')
      const seen = ok(await trip.readTrip())
      expect({
        step: trip.step,
        taken: taken(trip),
        rows: new Set((await shop.paymentStatuses(trip)).slice(1)),
        booking: seen.booking?.payment_status ?? null,
        told: isPaid ? null : seen.booking_request.status,
      }).toEqual({
        step: trip.step,
        taken: isPaid ? [deposit] : [],
        rows: new Set([isLapsed && row === 'requires_action' ? 'deposit released' : `deposit ${row}`]),
        booking: isPaid ? 'deposit_paid' : null,
        told: isLapsed ? 'expired' : told,
      })
      const answers = ['409 no_booking_request', isPaid ? '200' : '409 deposit_charge_failed']
      if (again !== null) expect(answers).toContain(statusAndCode(again))
      const own = shop.stripe.intents().filter(({ metadata }) => metadata.charabanc_trip === trip.ref)
      expect(own.filter(({ status }) => status === 'requires_payment_method' || status === 'requires_action')).toEqual([])
      await isBookedInTheEnd(trip)
    }
  })
})

describe('killed while the clock charges a balance', () => {
  const hangs: readonly Hang[] = Object.values(chargeSteps).filter((hang) => hang !== null)
  const own = hangs.flatMap(([call, how]) => all.map(([card, back]) => [call, how, card, back] as const))
  const some = own.filter(
    ([call, how, card, back]) => `${call} ${how} ${card} ${back}` === 'paymentIntents.confirm hang_after visa at once',
  )

  test.each(isDeepRun ? own : some)('%s %s, %s, started again %s', async (call, how, card, back) => {
    // Whose charge it is that hangs does not matter.
    const trips = await Promise.all([1, 2, 3].map(() => shop.market.trip([dales], { departsIn: days(20) })))
    for (const trip of trips) {
      const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
      shop.fillInCardPage(ok(await trip.book(quoteId, 'card')), card)
      expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
    }
    await hangsAt([call, how], () => shop.market.advance(days(6) + minutes(1)))
    await dies(back)
    for (const trip of trips) {
      await eventually(async () => (await shop.paymentStatuses(trip)).some((row) => /^balance (succeeded|declined)$/.test(row)))
      await isDecided(trip)
      const [, ...rows] = await shop.paymentStatuses(trip)
      expect(taken(trip)).toEqual(card === 'visa' ? [deposit, 51_200] : [deposit])
      expect(new Set(rows)).toEqual(new Set([card === 'visa' ? 'balance succeeded' : 'balance declined']))
    }
  })
})

/** What happened to a page before the server dies: it hangs while it is opened, looked at or closed, or all is written down. */
type PageStep = {
  readonly at?: Hang
  readonly by?: 'check-payment' | 'cancel-request'
  /** When the customer types the card: with the server there, or while it is not. */
  readonly typed?: 'before' | 'meanwhile'
}

const pageSteps: Readonly<Record<string, PageStep>> = {
  'the row is written': { at: ['checkout.sessions.create', 'hang_before'] },
  'its payer is made': { at: ['customers.create', 'hang_after'] },
  'the page is made': { at: ['checkout.sessions.create', 'hang_after'] },
  'its address is written': {},
  'it is done with no server there': { typed: 'meanwhile' },
  'it is done and asked about': { typed: 'before', at: ['checkout.sessions.retrieve', 'hang_after'], by: 'check-payment' },
  'it is to be closed': { at: ['checkout.sessions.expire', 'hang_before'], by: 'cancel-request' },
  'it is closed': { at: ['checkout.sessions.expire', 'hang_after'], by: 'cancel-request' },
  'it was done when it was to be closed': {
    typed: 'before',
    at: ['checkout.sessions.expire', 'hang_after'],
    by: 'cancel-request',
  },
  'it is settled': { typed: 'before', by: 'check-payment' },
}

describe.each(['book', 'request'] as const)('killed at every step of a page (%s)', (road) => {
  // A card that is only kept says nothing yet.
  const own = road === 'book' || isDeepRun ? lives : lives.filter(([card, back]) => card === 'visa' && back === 'at once')

  test.each(own)('%s, started again %s', async (card, back) => {
    const trips = await Promise.all(
      Object.entries(pageSteps).map(async ([step, how]) =>
        Object.assign(await shop.quotedTrip(dales, road === 'book' ? 'confirmed' : 'likely'), {
          step,
          ...how,
          key: crypto.randomUUID(),
        }),
      ),
    )
    // The customer of one card tells the bank no, when it asks.
    const type = (seen: MarketAnswer['data']) => shop.fillInCardPage(seen, card, card !== 'sca_always')
    const pages = new Map<string, MarketAnswer['data']>()
    for (const trip of trips) {
      const ask = () => trip[road](trip.quoteId, 'card', { key: trip.key })
      if (trip.at !== undefined && trip.by === undefined) {
        await hangsAt(trip.at, ask)
        continue
      }
      const page = ok(await ask())
      pages.set(trip.step, page)
      if (trip.typed === 'before') type(page)
      const { by } = trip
      if (by !== undefined) await (trip.at === undefined ? trip.post(by) : hangsAt(trip.at, () => trip.post(by)))
    }
    await dies(back, () => {
      for (const trip of trips) if (trip.typed === 'meanwhile') type(pages.get(trip.step))
    })

    for (const trip of trips) {
      const isDone = trip.typed !== undefined && card !== 'sca_always'
      const isToBePaid = isDone && road === 'book'
      if (isDone) await eventually(async () => (await isLookedAt(trip)) && (isToBePaid ? isBooked(trip) : isAsked(trip)))
      await isDecided(trip)
      const page = pages.get(trip.step)
      const isLate = back === 'after 25 hours' || trip.step === 'it is closed'
      if (page !== undefined && !isDone && isLate) expect([trip.step, type(page)]).toEqual([trip.step, 'expired'])
      expect([trip.step, taken(trip)]).toEqual([trip.step, isToBePaid ? [deposit] : []])
      await isBookedInTheEnd(trip)
    }
  })
})

/** Time goes on until a page has been asked about, with no one coming back from it. */
async function isLookedAt(trip: CustomerClient): Promise<boolean> {
  await shop.market.advance(minutes(1))
  await shop.market.server.dueTasksDone()
  return !(await shop.paymentStatuses(trip)).some((row) => row.endsWith('awaiting_customer'))
}

async function isBooked(trip: CustomerClient): Promise<boolean> {
  return ok(await trip.readTrip()).status === 'booked'
}

/** A card was left, and the request that goes with it waits; or has waited for a day in vain. */
async function isAsked(trip: CustomerClient): Promise<boolean> {
  return ['pending', 'expired'].includes(ok(await trip.readTrip()).booking_request?.status)
}
