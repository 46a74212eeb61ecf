import { afterAll, beforeAll, expect, test } from 'bun:test'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { type CustomerClient, days, hours, minutes, type OperatorClient } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { type WalkEvent, walkGroupOfSeed } from '../support/random-stripe-walks.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'
import { makeMove, startWalk, type WalkInProgress } from '../support/stripe-walk-runner.ts'
import { isDeepRun } from '../support/test-depth.ts'

/** The seed of a failed group, to run it again: `CHARABANC_WALK_SEED=2026 bun test ./test/long/stripe-walks.test.ts`. */
const asked = process.env.CHARABANC_WALK_SEED
const walksOfParty = 5
const firstSeed = Number(asked ?? (isDeepRun ? Date.now() % 1_000_000 : 2_026))
const parties = asked === undefined ? (isDeepRun ? 40 : 4) : 1
const seeds = Array.from({ length: parties }, (_, nth) => firstSeed + nth)

const secret = 'whsec_doubleofstripe'

let shop: StripeMarket
let desks: readonly OperatorClient[]
const walkers: WalkInProgress[] = []

beforeAll(async () => {
  const settings = { CHARABANC_STRIPE_WEBHOOK_SECRET: secret, CHARABANC_STRIPE_TIMEOUT: '1', CHARABANC_LOG_LEVEL: 'error' }
  shop = await openStripeMarket(settings)
  desks = [await shop.market.operator(), await shop.market.operator('Rival Travel')]
})

afterAll(() => shop[Symbol.asyncDispose]())

async function applyEvent(happening: WalkEvent): Promise<void> {
  switch (happening.is) {
    case 'time':
      await advanceClocks(happening.seconds, happening.isStripeToo)
      break
    case 'fault':
      shop.stripe.fail(happening.call, happening.how, happening.times)
      break
    case 'stripe_leaves':
      shop.stripe.fail('any', 'drop_before', 1_000_000)
      break
    case 'stripe_is_back':
      shop.stripe.recover()
      break
    case 'server_dies':
      await shop.market.server.kill()
      await shop.market.server.start()
      // Another node takes over its work a minute later.
      await shop.market.advance(minutes(1) + 1)
      break
    case 'nothing':
      break
  }
}

async function advanceClocks(seconds: number, isStripeToo: boolean): Promise<void> {
  if (isStripeToo) shop.stripe.advance(seconds * 1_000)
  await shop.market.advance(seconds)
  await shop.market.server.dueTasksDone()
}

type PaymentLine = {
  readonly id: number
  readonly kind: string
  readonly status: string
  readonly amount: number
  readonly charge: string | null
  readonly isByHand: number | boolean
  readonly isLate: number | boolean
}

const sum = (lines: readonly PaymentLine[]) => lines.reduce((total, { amount }) => total + amount, 0)

const linesQuery = `select p.id, kind, p.status, amount, provider_ref as charge, recorded_by is not null as "isByHand", late_at is not null as "isLate"
  from payments p join trips on trips.id = p.trip_id where ref = ? order by p.id`

const linesOf = ({ ref }: CustomerClient) => shop.market.server.ask<PaymentLine>(linesQuery, ref)

/** Whether a payment of the trip still waits for the server or for Stripe. */
async function isInProgress({ ref }: CustomerClient): Promise<boolean> {
  const query = `select 1 from payments p join trips on trips.id = p.trip_id where ref = ? and means = 'card' and (
    p.status in ('opening', 'awaiting_customer', 'charging', 'in_doubt', 'refund_pending')
    or (p.status = 'refund_due' and provider_ref is not null)
    or exists (select 1 from scheduler where kind = 'charge' and subject_id = p.id))`
  return (await shop.market.server.ask(query, ref)).length > 0
}

/** Advances the clock until nothing is in progress: pages expire, and Stripe has dropped its faults. */
async function advanceUntilIdle(some: readonly WalkInProgress[]): Promise<void> {
  shop.stripe.recover()
  for (const seconds of [60, minutes(32), hours(7), hours(25), hours(13), hours(13), hours(25)]) {
    await advanceClocks(seconds, true)
    const busy = await Promise.all(some.map(({ trip }) => isInProgress(trip)))
    if (!busy.includes(true)) return
  }
}

/** The faults in the money of a trip without work in progress. */
async function faultsOf({ trip, pages }: WalkInProgress): Promise<string[]> {
  const faults: string[] = []
  const lines = await linesOf(trip)
  if (await isInProgress(trip)) faults.push('a payment never completes')
  const kept = shop.charges(trip).filter(({ amount, refunded }) => amount > refunded)
  // A charge that a person recorded has no reference of Stripe's.
  const isOf = ({ id, charge, isByHand }: PaymentLine, { intent, metadata }: (typeof kept)[number]) =>
    isByHand ? metadata.charabanc_payment === `${id}` : charge === intent
  const known = kept.map((taken) => ({
    amount: taken.amount,
    line: lines.find((line) => line.kind !== 'refund' && isOf(line, taken)) ?? null,
  }))
  for (const { amount, line } of known) {
    if (line?.status !== 'succeeded' || line.amount !== amount)
      faults.push(`${amount} are kept of what the books call ${line?.status}`)
  }
  const deposits = known.filter(({ line }) => line?.kind === 'deposit')
  if (deposits.length > 1) faults.push('two deposits are kept')

  const query = 'select status, paid_amount as paid, price_amount as price, extras_amount as extras from bookings where ref = ?'
  type Sums = { readonly status: string; readonly paid: number; readonly price: number; readonly extras: number }
  const [booking] = await shop.market.server.ask<Sums>(query, trip.ref)
  const held = shop.held(trip)
  if (booking === undefined) {
    if (held > 0) faults.push(`${held} are held without a booking`)
  } else {
    const isSeen = (line: PaymentLine) => known.some((one) => one.line === line)
    const byHand = lines.filter(
      (line) => Boolean(line.isByHand) && ['succeeded', 'refunded'].includes(line.status) && !isSeen(line),
    )
    const recorded = sum(byHand.filter(({ kind }) => kind !== 'refund')) - sum(byHand.filter(({ kind }) => kind === 'refund'))
    // A charge that was recorded too late does not count; a person refunds it.
    const late = sum(lines.filter((line) => Boolean(line.isLate) && isSeen(line)))
    if (booking.paid !== held + recorded - late)
      faults.push(`${booking.paid} are paid, but Stripe holds ${held}, ${late} of it too late, and ${recorded} are recorded`)
    if (booking.status === 'active' && deposits.length !== 1) faults.push('a booking is active without its deposit')
    const owedByHand = sum(lines.filter(({ status }) => status === 'refund_due'))
    if (booking.status === 'active' && booking.paid - owedByHand > booking.price + booking.extras)
      faults.push('more is kept than was owed')
  }
  for (const page of pages) {
    const says = shop.stripe.pay(page, 'visa')
    if (says !== 'complete' && says !== 'expired') faults.push(`a page says ${says}`)
  }
  if (shop.held(trip) !== held) faults.push('a page in an old tab took money')
  return faults
}

async function expectAllWell(some: readonly WalkInProgress[], seed: string): Promise<void> {
  for (const walker of some) {
    const faults = await faultsOf(walker)
    if (faults.length > 0) throw await failed(walker, faults.join('; '), seed)
  }
}

/** An error with all that is needed to repeat the walk. */
async function failed({ trip, story }: WalkInProgress, what: string, seed: string): Promise<Error> {
  const lines = (await linesOf(trip)).map((line) => JSON.stringify(line))
  const taken = shop.charges(trip).map((charge) => JSON.stringify(charge))
  const parts = [`${trip.ref}, ${seed}: ${what}`, ...story, 'In the books:', ...lines, 'At Stripe:', ...taken]
  return new Error(parts.join('\n'))
}

test.each(seeds)(
  'takes money once or refunds it, whatever happens in whatever order (seed %i)',
  async (seed) => {
    const { hasWebhooks, happenings, walks } = walkGroupOfSeed(seed, walksOfParty)
    // A device that was not used for months needs a new sign-in.
    const place = { shop, desks, books: await Promise.all(desks.map((desk) => bookkeepingClientOf(shop.market, desk))) }
    const some = await Promise.all(walks.map((walk) => startWalk(place, walk)))
    walkers.push(...some)
    for (const [round, happening] of happenings.entries()) {
      const to = `${shop.market.server.url}/stripe/events`
      const stopSending = hasWebhooks ? shop.stripe.sendAsTheyHappen({ to, secret }) : () => Promise.resolve()
      for (const { story } of some) story.push(JSON.stringify(happening))
      await applyEvent(happening)
      await Promise.all(
        some.map(async (walker, nth) => {
          const moves = walks[nth]?.rounds[round] ?? []
          await Promise.all(moves.map((move) => makeMove(place, walker, move))).catch(async (fault) => {
            throw await failed(walker, `${fault}`, `seed ${seed}`)
          })
        }),
      ).finally(stopSending)
    }
    await advanceUntilIdle(some)
    await expectAllWell(some, `seed ${seed}`)
  },
  patience(300_000),
)

test('leaves no paid trip open after every trip has ended', async () => {
  for (let month = 0; month < 3; month++) {
    await advanceClocks(days(31), true)
    await advanceUntilIdle(walkers)
  }
  await expectAllWell(walkers, `one of the seeds ${seeds.join(', ')}`)
  const refs = walkers.map(({ trip }) => `'${trip.ref}'`).join()
  const open = `select ref, p.status from payments p join trips on trips.id = p.trip_id where ref in (${refs})
    and (trips.status in ('open', 'booked') or p.status in ('requires_action', 'awaiting_transfer'))`
  expect(await shop.market.server.ask(open)).toEqual([])
})
