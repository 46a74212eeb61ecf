import { beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  declinedCard,
  goodCard,
  type Market,
  type MarketAnswer,
  minutes,
  type OperatorClient,
  ok,
  quoteTerms,
  securedCard,
} from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'
import { type TransitionTable, transitionTable } from '../support/states-page.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let rival: OperatorClient
const openBank = shareMarket({ isMute: true, payments: 'manual' })

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches')
  rival = await market.operator('Rival Travel')
})

const both = () => market.trip([dales, rival])

/** A job at the start of a row of moves. */
interface Scene {
  readonly trip: CustomerClient
  readonly desk: OperatorClient
  /** The card with which the customer books or requests from here on. */
  readonly card: string
}

type Make = () => Promise<Scene>

const of = (trip: CustomerClient, { desk = dales, card = goodCard } = {}): Scene => ({ trip, desk, card })

async function quoted(availability: string, card = goodCard): Promise<Scene> {
  const trip = await both()
  ok(await dales.quote(trip, { availability }))
  return of(trip, { card })
}

async function requested(card = goodCard): Promise<Scene> {
  const trip = await both()
  ok(await trip.request(await dales.makeQuote(trip), card))
  return of(trip, { card })
}

async function requestedByTransfer(): Promise<Scene> {
  const bank = await openBank()
  const desk = await bank.operator()
  return of(await bank.requestedTrip(desk, {}, 'bank_transfer'), { desk, card: 'bank_transfer' })
}

async function locked(): Promise<Scene> {
  const { trip } = await quoted('confirmed')
  const answer = await trip.book(ok(await dales.job(trip)).my_quote.id, securedCard)
  expect(answer.code).toBe('deposit_charge_failed')
  return of(trip)
}

async function booked(): Promise<Scene> {
  const trip = await both()
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' })))
  return of(trip)
}

async function withdrawn(): Promise<Scene> {
  const { trip } = await quoted('likely')
  ok(await dales.withdraw(trip))
  return of(trip)
}

async function rejected(): Promise<Scene> {
  const { trip } = await requested()
  ok(await dales.reject(trip))
  return of(trip)
}

async function untilQuoteIs(trip: CustomerClient, status: string): Promise<Scene> {
  await eventually(async () => ok(await dales.job(trip)).my_quote.status === status)
  return of(trip)
}

async function expired(): Promise<Scene> {
  const trip = await both()
  ok(await dales.quote(trip, { valid_until: market.at(60) }))
  await market.advance(61)
  return untilQuoteIs(trip, 'expired')
}

async function wonByAnother(trip: CustomerClient): Promise<Scene> {
  ok(await trip.book(await rival.makeQuote(trip, { availability: 'confirmed' })))
  return of(trip)
}

async function cancelled({ trip }: { trip: CustomerClient }): Promise<Scene> {
  ok(await trip.cancel())
  return of(trip)
}

async function pastQuoteBy(): Promise<Scene> {
  const trip = await market.trip([dales], { quote_by: market.at(minutes(1)) })
  const entered = ok(await dales.job(trip)).updated_at
  await market.advance(minutes(1) + 1)
  // The worker records the end of quoting when it is due.
  await eventually(async () => ok(await dales.job(trip)).updated_at !== entered)
  return of(trip)
}

async function departed(): Promise<Scene> {
  const trip = await market.trip([dales], { departsIn: minutes(10), quote_by: market.at(minutes(5)) })
  ok(await dales.quote(trip))
  await market.advance(minutes(10) + 1)
  return untilQuoteIs(trip, 'expired')
}

const lostToAnother = () => quoted('likely').then(({ trip }) => wonByAnother(trip))
const cancelledWhileRequested = () => requested().then(cancelled)

/** Ways to bring a job to the start of a row, by the row's name on the page. Each way has the status of the quote. */
const ways: Record<string, Record<string, [quote: string | null, make: Make]>> = {
  'not there yet': { 'no quote': [null, async () => of(await both())] },
  likely: { likely: ['likely', () => quoted('likely')] },
  confirmed: { confirmed: ['confirmed', () => quoted('confirmed')] },
  'confirmed, with a card that fails': {
    'confirmed, the card is declined': ['confirmed', () => quoted('confirmed', declinedCard)],
    'confirmed, the card needs authentication': ['confirmed', () => quoted('confirmed', securedCard)],
  },
  requested: { requested: ['requested', () => requested()] },
  'requested, to be paid by transfer': { 'requested, by transfer': ['requested', requestedByTransfer] },
  'requested, with a card that fails': {
    'requested, the card is declined': ['requested', () => requested(declinedCard)],
    'requested, the card needs authentication': ['requested', () => requested(securedCard)],
  },
  locked: { locked: ['locked', locked] },
  booked: { booked: ['booked', booked] },
  'withdrawn, rejected or expired': {
    withdrawn: ['withdrawn', withdrawn],
    rejected: ['rejected', rejected],
    'expired quote': ['expired', expired],
  },
  'withdrawn or rejected': { withdrawn: ['withdrawn', withdrawn], rejected: ['rejected', rejected] },
  expired: { 'expired quote': ['expired', expired] },
  'booked, or lost to another': { booked: ['booked', booked], 'won by another': ['lost', lostToAnother] },
  'of a cancelled trip': { 'cancelled by the customer': ['lost', cancelledWhileRequested] },
  'of a closed job': {
    'closed: won by another': ['lost', lostToAnother],
    'closed: won by another, never quoted': [null, async () => wonByAnother(await both())],
    'closed: cancelled by the customer': ['lost', cancelledWhileRequested],
    'closed: cancelled, never quoted': [null, async () => cancelled({ trip: await both() })],
    'closed: quote_by passed, never quoted': [null, pastQuoteBy],
    'closed: departed': ['expired', departed],
  },
}

/** A move to request, and a read of the resource that its answer shows. */
interface Move {
  readonly ask: (scene: Scene) => Promise<MarketAnswer>
  readonly look: (scene: Scene) => Promise<MarketAnswer>
  /** The expected state is the job's, not the quote's. */
  readonly isAboutJob?: true
}

function operatorMove(task: string, body?: object): Move {
  return { ask: ({ desk, trip }) => desk.post(`/jobs/${trip.ref}/${task}`, body), look: ({ desk, trip }) => desk.job(trip) }
}

function customerMove(task: 'request' | 'book'): Move {
  return {
    ask: async ({ trip, desk, card }) => trip[task](ok(await desk.job(trip)).my_quote.id, card),
    look: ({ trip }) => trip.readTrip(),
  }
}

const tasks: Record<string, Move> = {
  'quote as likely': operatorMove('quote', quoteTerms({ price_amount: 70_000 })),
  'quote as confirmed': operatorMove('quote', quoteTerms({ price_amount: 70_000, availability: 'confirmed' })),
  withdraw: operatorMove('withdraw'),
  decline: { ...operatorMove('decline', {}), isAboutJob: true },
  unconfirm: operatorMove('unconfirm'),
  'confirm-booking-request': operatorMove('confirm-booking-request'),
  'reject-booking-request': operatorMove('reject-booking-request', { reason: 'The coach is in the workshop.' }),
  'request-booking': customerMove('request'),
  book: customerMove('book'),
}

/** State of the operator's quote. A confirmed quote that cannot be booked now is locked. */
function stateOf({ my_quote }: { my_quote: { status: string; instantly_bookable: boolean } | null }): string | null {
  if (my_quote?.status === 'confirmed' && !my_quote.instantly_bookable) return 'locked'
  return my_quote?.status ?? null
}

/** The job without the fields that a failed card changes. */
function withoutPaymentFields(job: { updated_at: string; my_quote: { status: string } | null }) {
  if (job.my_quote === null) return job
  const held = job.my_quote.status === 'confirmed' && { instantly_bookable: '' }
  return { ...job, updated_at: '', my_quote: { ...job.my_quote, updated_at: '', booking_request: '', locked_until: '', ...held } }
}

function walk(table: TransitionTable): void {
  for (const [row, cells] of Object.entries(table)) {
    for (const [state, [quote, make]] of Object.entries(ways[row] ?? {})) {
      describe(state, () => {
        test.each(Object.entries(cells))('answers %s with %s', async (name, expected) => {
          const { ask, look, isAboutJob } = tasks[name] as Move
          const scene = await make()
          const before = ok(await scene.desk.job(scene.trip))
          expect(stateOf(before)).toBe(quote)

          const answer = await ask(scene)

          const after = ok(await scene.desk.job(scene.trip))
          if (answer.status === 200) {
            expect(isAboutJob ? after.status : stateOf(after)).toBe(expected)
            expect(answer.data).toEqual(ok(await look(scene)))
            return
          }
          expect([answer.status, answer.code]).toEqual([409, expected])
          expect(answer.json.error.current_status).toBe(
            expected === 'trip_cancelled' ? 'cancelled' : (before.my_quote?.status ?? null),
          )
          if (expected === 'invalid_transition') expect(answer.json.error.allowed).toEqual(['book'])
          if (expected === 'deposit_charge_failed') expect(withoutPaymentFields(after)).toEqual(withoutPaymentFields(before))
          else expect(after).toEqual(before)
        })
      })
    }
  }
}

const asked = {
  operator: transitionTable('The quote', 'the quote is'),
  customer: transitionTable('The quote', 'the customer’s quote is'),
}

describe('the operator’s moves', () => walk(asked.operator))
describe('the customer’s moves', () => walk(asked.customer))

test('tests exactly the states and moves of the page', () => {
  const tables = Object.values(asked)
  expect(new Set(tables.flatMap((table) => Object.keys(table)))).toEqual(new Set(Object.keys(ways)))
  expect(new Set(tables.flatMap((table) => Object.values(table).flatMap(Object.keys)))).toEqual(new Set(Object.keys(tasks)))
})

test("returns the same 404 for another operator's job as for an unknown job", async () => {
  const trip = await market.trip([rival])
  for (const task of ['quote', 'withdraw', 'decline', 'unconfirm', 'confirm-booking-request', 'reject-booking-request']) {
    const body = { ...quoteTerms(), reason: 'Sorry, no.' }
    const foreign = await dales.post(`/jobs/${trip.ref}/${task}`, body)
    const absent = await dales.post(`/jobs/TR-ZZZZZZ/${task}`, body)
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(absent.text)
  }
})
