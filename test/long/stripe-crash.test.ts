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

/** A call without an answer to the server: Stripe has not begun it, or has done it. */
type Hang = readonly [StripeCall, 'hang_before' | 'hang_after']

const cards = ['visa', 'sca_always', 'insufficient_later'] as const

/** The time of the restart: immediately, or when Stripe has dropped every key and no request waits. */
type Restart = 'at once' | 'after 25 hours'

/** All combinations in a deep run; otherwise each card once at least. */
const returns = ['at once', 'after 25 hours'] as const
const all = cards.flatMap((card) => returns.map((back) => [card, back] as const))
const lives = all.filter(([card, back]) => isDeepRun || card === 'visa' || (card === 'sca_always') === (back === 'at once'))
const deposit = 12_800

let shop: StripeMarket
let dales: OperatorClient

beforeAll(async () => {
  // A hanging call must hang until the server is killed, however long that takes.
  shop = await openStripeMarket({ CHARABANC_STRIPE_TIMEOUT: '120' }, { isAlone: true })
  dales = await shop.market.operator()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** Starts the work that never ends, and waits until Stripe reaches the call. */
async function hangAt([call, how]: Hang, work: () => Promise<unknown>): Promise<void> {
  const before = shop.stripe.calls.length
  shop.stripe.fail(call, how)
  work().catch(() => {})
  await eventually(() => shop.stripe.calls.slice(before).some((made) => made.name === call && made.fault === how))
}

/** Kills the server and starts it again later; both clocks have advanced by then. */
async function killAndRestart(back: Restart, meanwhile: () => void = () => {}): Promise<void> {
  await shop.market.server.kill()
  shop.stripe.recover()
  meanwhile()
  if (back === 'after 25 hours') {
    shop.stripe.advance(hours(25) * 1_000)
    await shop.market.advance(hours(25))
  }
  await shop.market.server.start()
}

/** Repeats a call while it is answered with 503, as any client does. */
function retry(ask: () => Promise<MarketAnswer>): Promise<MarketAnswer> {
  return eventually(async () => {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await shop.market.advance(5)
    return null
  })
}

/** Advances the clock until no payment of the trip waits for Stripe. */
async function waitUntilDecided(trip: CustomerClient): Promise<void> {
  await eventually(async () => {
    if (!(await shop.paymentStatuses(trip)).some((row) => /opening|charging|in_doubt/.test(row))) return true
    await shop.market.advance(5)
    return false
  })
}

const taken = (trip: CustomerClient) => shop.charges(trip).map(({ amount }) => amount)

/** Continues as a customer who reads the trip: pays on an open page, or opens one. */
async function actAsCustomer(trip: CustomerClient & { readonly quoteId: number }, seen: MarketAnswer['data']): Promise<void> {
  if (seen.payment !== null) shop.fillInCardPage(seen, 'visa')
  else if (seen.booking_request?.status.startsWith('payment_')) ok(await trip.post('pay'))
  else if (seen.booking_request?.status === 'pending')
    expect(['200', '409 deposit_charge_failed']).toContain(statusAndCode(await dales.confirm(trip)))
  else ok(await (seen.quotes[0].instantly_bookable ? trip.book(trip.quoteId, 'card') : trip.request(trip.quoteId, 'card')))
}

/** Expects that each customer can continue, and reaches a booking that is paid for once. */
async function expectBookedOnce(trip: CustomerClient & { readonly quoteId: number }): Promise<void> {
  for (let step = 0; ; step++) {
    const seen = ok(await retry(() => trip.post('check-payment')))
    if (seen.status === 'booked') break
    if (step === 8) throw new Error(`${trip.ref} does not come to a booking: ${JSON.stringify(seen)}`)
    await actAsCustomer(trip, seen)
    // The server asks about a page every two seconds at most.
    await shop.market.advance(3)
  }
  expect(taken(trip)).toEqual([deposit])
  expect((await shop.paymentStatuses(trip)).filter((row) => row === 'deposit succeeded')).toHaveLength(1)
}

/** The call in which a charge hangs when the server dies; null if the whole charge is recorded. */
const chargeSteps: Readonly<Record<string, Hang | null>> = {
  'the row is written': ['paymentIntents.create', 'hang_before'],
  'the charge is made': ['paymentIntents.create', 'hang_after'],
  'its reference is written': ['paymentIntents.retrieve', 'hang_before'],
  'its confirmation begins': ['paymentIntents.confirm', 'hang_before'],
  'the bank has answered': ['paymentIntents.confirm', 'hang_after'],
  'it is settled': null,
}

/** The same for a card that the bank declines; its charge is then cancelled. */
const refusedSteps: typeof chargeSteps = {
  ...chargeSteps,
  'its cancellation begins': ['paymentIntents.cancel', 'hang_before'],
  'it is cancelled': ['paymentIntents.cancel', 'hang_after'],
}

/** The final row of a charge, and the code that the customer receives. */
const ends = {
  visa: { row: 'succeeded', told: null },
  sca_always: { row: 'requires_action', told: 'payment_action_required' },
  insufficient_later: { row: 'declined', told: 'payment_declined' },
} as const

describe('charging a saved card with a kill at every step', () => {
  test.each(lives)('recovers: %s, started again %s', async (card, back) => {
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
      await (trip.hang === null ? confirm() : hangAt(trip.hang, confirm))
    }
    await killAndRestart(back)

    for (const trip of trips) {
      // The operator who asked receives no answer, and asks again or does not.
      const again = trip.step === 'its reference is written' ? null : await retry(() => dales.confirm(trip, { key: trip.key }))
      await waitUntilDecided(trip)
      const { row, told } = ends[card]
      // A day after the operator's confirmation the request has expired, with the payment that waited for the bank.
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
      await expectBookedOnce(trip)
    }
  })
})

describe('charging a balance by the clock with a kill at every step', () => {
  const hangs: readonly Hang[] = Object.values(chargeSteps).filter((hang) => hang !== null)
  const own = hangs.flatMap(([call, how]) => all.map(([card, back]) => [call, how, card, back] as const))
  const some = own.filter(
    ([call, how, card, back]) => `${call} ${how} ${card} ${back}` === 'paymentIntents.confirm hang_after visa at once',
  )

  test.each(isDeepRun ? own : some)('recovers: %s %s, %s, started again %s', async (call, how, card, back) => {
    // The test works for the charge of any of the three trips.
    const trips = await Promise.all([1, 2, 3].map(() => shop.market.trip([dales], { departsIn: days(20) })))
    for (const trip of trips) {
      const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
      shop.fillInCardPage(ok(await trip.book(quoteId, 'card')), card)
      expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
    }
    await hangAt([call, how], () => shop.market.advance(days(6) + minutes(1)))
    await killAndRestart(back)
    for (const trip of trips) {
      await eventually(async () => (await shop.paymentStatuses(trip)).some((row) => /^balance (succeeded|declined)$/.test(row)))
      await waitUntilDecided(trip)
      const [, ...rows] = await shop.paymentStatuses(trip)
      expect(taken(trip)).toEqual(card === 'visa' ? [deposit, 51_200] : [deposit])
      expect(new Set(rows)).toEqual(new Set([card === 'visa' ? 'balance succeeded' : 'balance declined']))
    }
  })
})

/** The state of a page when the server dies: a call to open, read or close it hangs, or all is recorded. */
type PageStep = {
  readonly at?: Hang
  readonly by?: 'check-payment' | 'cancel-request'
  /** When the customer enters the card: before the kill, or while the server is down. */
  readonly typed?: 'before' | 'meanwhile'
}

const pageSteps: Readonly<Record<string, PageStep>> = {
  'the row is written': { at: ['checkout.sessions.create', 'hang_before'] },
  'its payer is made': { at: ['customers.create', 'hang_after'] },
  'the page is made': { at: ['checkout.sessions.create', 'hang_after'] },
  'its address is written': {},
  'it is paid while the server is down': { typed: 'meanwhile' },
  'it is paid and read': { typed: 'before', at: ['checkout.sessions.retrieve', 'hang_after'], by: 'check-payment' },
  'its closing begins': { at: ['checkout.sessions.expire', 'hang_before'], by: 'cancel-request' },
  'it is closed': { at: ['checkout.sessions.expire', 'hang_after'], by: 'cancel-request' },
  'it was paid before its closing': {
    typed: 'before',
    at: ['checkout.sessions.expire', 'hang_after'],
    by: 'cancel-request',
  },
  'it is settled': { typed: 'before', by: 'check-payment' },
}

describe.each(['book', 'request'] as const)('a payment page with a kill at every step (%s)', (road) => {
  // A card that is only saved shows no result yet.
  const own = road === 'book' || isDeepRun ? lives : lives.filter(([card, back]) => card === 'visa' && back === 'at once')

  test.each(own)('recovers: %s, started again %s', async (card, back) => {
    const trips = await Promise.all(
      Object.entries(pageSteps).map(async ([step, how]) =>
        Object.assign(await shop.quotedTrip(dales, road === 'book' ? 'confirmed' : 'likely'), {
          step,
          ...how,
          key: crypto.randomUUID(),
        }),
      ),
    )
    // The customer of one card rejects the bank's question.
    const type = (seen: MarketAnswer['data']) => shop.fillInCardPage(seen, card, card !== 'sca_always')
    const pages = new Map<string, MarketAnswer['data']>()
    for (const trip of trips) {
      const ask = () => trip[road](trip.quoteId, 'card', { key: trip.key })
      if (trip.at !== undefined && trip.by === undefined) {
        await hangAt(trip.at, ask)
        continue
      }
      const page = ok(await ask())
      pages.set(trip.step, page)
      if (trip.typed === 'before') type(page)
      const { by } = trip
      if (by !== undefined) await (trip.at === undefined ? trip.post(by) : hangAt(trip.at, () => trip.post(by)))
    }
    await killAndRestart(back, () => {
      for (const trip of trips) if (trip.typed === 'meanwhile') type(pages.get(trip.step))
    })

    for (const trip of trips) {
      const isDone = trip.typed !== undefined && card !== 'sca_always'
      const isToBePaid = isDone && road === 'book'
      if (isDone) await eventually(async () => (await isPageRead(trip)) && (isToBePaid ? isBooked(trip) : isRequested(trip)))
      await waitUntilDecided(trip)
      const page = pages.get(trip.step)
      const isLate = back === 'after 25 hours' || trip.step === 'it is closed'
      if (page !== undefined && !isDone && isLate) expect([trip.step, type(page)]).toEqual([trip.step, 'expired'])
      expect([trip.step, taken(trip)]).toEqual([trip.step, isToBePaid ? [deposit] : []])
      await expectBookedOnce(trip)
    }
  })
})

/** Advances the clock until the server has asked about a page that its customer left without returning. */
async function isPageRead(trip: CustomerClient): Promise<boolean> {
  await shop.market.advance(minutes(1))
  await shop.market.server.dueTasksDone()
  return !(await shop.paymentStatuses(trip)).some((row) => row.endsWith('awaiting_customer'))
}

async function isBooked(trip: CustomerClient): Promise<boolean> {
  return ok(await trip.readTrip()).status === 'booked'
}

/** Whether a card was saved with its booking request, which waits or has expired. */
async function isRequested(trip: CustomerClient): Promise<boolean> {
  return ['pending', 'expired'].includes(ok(await trip.readTrip()).booking_request?.status)
}
