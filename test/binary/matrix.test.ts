import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import {
  type Answer,
  type Customer,
  declinedCard,
  inShort,
  type Market,
  minutes,
  type OperatorDesk,
  ok,
  openMarket,
  securedCard,
  terms,
} from '../support/market.ts'

let market: Market
let dales: OperatorDesk
let rival: OperatorDesk

beforeAll(async () => {
  market = await openMarket()
  dales = await market.operator('Dales Coaches')
  rival = await market.operator('Rival Travel')
})

afterAll(() => market[Symbol.asyncDispose]())

const both = () => market.trip([dales, rival])

async function untilQuoteIs(trip: Customer, status: string): Promise<Customer> {
  await eventually(async () => ok(await dales.job(trip)).my_quote.status === status)
  return trip
}

/** How a job gets where a row of moves begins, and what the operator's quote then is. */
const states: Record<string, { quote: string | null; make: () => Promise<Customer> }> = {
  'no quote': { quote: null, make: both },
  likely: { quote: 'likely', make: () => quoted('likely') },
  confirmed: { quote: 'confirmed', make: () => quoted('confirmed') },
  requested: { quote: 'requested', make: () => requested() },
  'requested, with a card that is declined': { quote: 'requested', make: () => requested(declinedCard) },
  'requested, with a card that needs authentication': { quote: 'requested', make: () => requested(securedCard) },
  locked: {
    quote: 'confirmed',
    make: async () => {
      const trip = await both()
      const quoteId = await dales.quoteId(trip, { availability: 'confirmed' })
      expect(inShort(await trip.book(quoteId, securedCard))).toBe('409 deposit_charge_failed')
      return trip
    },
  },
  booked: {
    quote: 'booked',
    make: async () => {
      const trip = await both()
      ok(await trip.book(await dales.quoteId(trip, { availability: 'confirmed' })))
      return trip
    },
  },
  withdrawn: {
    quote: 'withdrawn',
    make: async () => {
      const trip = await quoted('likely')
      ok(await dales.withdraw(trip))
      return trip
    },
  },
  rejected: {
    quote: 'rejected',
    make: async () => {
      const trip = await requested()
      ok(await dales.reject(trip))
      return trip
    },
  },
  'expired quote': {
    quote: 'expired',
    make: async () => {
      const trip = await both()
      ok(await dales.quote(trip, { valid_until: market.at(60) }))
      await market.advance(61)
      return untilQuoteIs(trip, 'expired')
    },
  },
  'closed: won by another': {
    quote: 'lost',
    make: async () => {
      const trip = await quoted('likely')
      ok(await trip.book(await rival.quoteId(trip, { availability: 'confirmed' })))
      return trip
    },
  },
  'closed: won by another, never quoted': {
    quote: null,
    make: async () => {
      const trip = await both()
      ok(await trip.book(await rival.quoteId(trip, { availability: 'confirmed' })))
      return trip
    },
  },
  'closed: cancelled by the customer': {
    quote: 'lost',
    make: async () => {
      const trip = await requested()
      ok(await trip.cancel())
      return trip
    },
  },
  'closed: cancelled, never quoted': {
    quote: null,
    make: async () => {
      const trip = await both()
      ok(await trip.cancel())
      return trip
    },
  },
  'closed: quote_by passed, never quoted': {
    quote: null,
    make: async () => {
      const trip = await market.trip([dales], { quote_by: market.at(minutes(1)) })
      const entered = ok(await dales.job(trip)).updated_at
      await market.advance(minutes(1) + 1)
      // The end of quoting is written down when it is due.
      await eventually(async () => ok(await dales.job(trip)).updated_at !== entered)
      return trip
    },
  },
  'closed: departed': {
    quote: 'expired',
    make: async () => {
      const trip = await market.trip([dales], { departsIn: minutes(10), quote_by: market.at(minutes(5)) })
      ok(await dales.quote(trip))
      await market.advance(minutes(10) + 1)
      return untilQuoteIs(trip, 'expired')
    },
  },
}

async function quoted(availability: string): Promise<Customer> {
  const trip = await both()
  ok(await dales.quote(trip, { availability }))
  return trip
}

async function requested(card?: string): Promise<Customer> {
  const trip = await both()
  ok(await trip.request(await dales.quoteId(trip), card))
  return trip
}

const tasks: Record<string, (trip: Customer) => Promise<Answer>> = {
  quote: (trip) => dales.quote(trip, { price_amount: 70_000 }),
  withdraw: (trip) => dales.withdraw(trip),
  decline: (trip) => dales.decline(trip),
  unconfirm: (trip) => dales.unconfirm(trip),
  confirm: (trip) => dales.confirm(trip),
  reject: (trip) => dales.reject(trip),
}

const closed = {
  quote: '409 job_closed',
  withdraw: '409 no_live_quote',
  decline: '409 job_closed',
  unconfirm: '409 no_live_quote',
  confirm: '409 no_booking_request',
  reject: '409 no_booking_request',
}

const over = {
  quote: '200 likely',
  withdraw: '409 no_live_quote',
  decline: '200 declined',
  unconfirm: '409 no_live_quote',
  confirm: '409 no_booking_request',
  reject: '409 no_booking_request',
}

const asked = {
  quote: '409 quote_locked',
  withdraw: '409 quote_locked',
  decline: '409 live_quote_exists',
  unconfirm: '409 quote_not_confirmed',
  reject: '200 rejected',
}

/** The contract's table: what each move comes to in each state, and where a success leaves the quote (the job, for a decline). */
const matrix: Record<keyof typeof states, Record<keyof typeof tasks, string>> = {
  'no quote': over,
  likely: {
    quote: '200 likely',
    withdraw: '200 withdrawn',
    decline: '409 live_quote_exists',
    unconfirm: '409 quote_not_confirmed',
    confirm: '409 no_booking_request',
    reject: '409 no_booking_request',
  },
  confirmed: {
    quote: '200 likely',
    withdraw: '200 withdrawn',
    decline: '409 live_quote_exists',
    unconfirm: '200 likely',
    confirm: '409 no_booking_request',
    reject: '409 no_booking_request',
  },
  requested: { ...asked, confirm: '200 booked' },
  'requested, with a card that is declined': { ...asked, confirm: '409 deposit_charge_failed' },
  'requested, with a card that needs authentication': { ...asked, confirm: '409 deposit_charge_failed' },
  locked: {
    quote: '409 quote_locked',
    withdraw: '409 quote_locked',
    decline: '409 live_quote_exists',
    unconfirm: '409 quote_locked',
    confirm: '409 no_booking_request',
    reject: '409 no_booking_request',
  },
  booked: {
    quote: '409 quote_locked',
    withdraw: '409 quote_locked',
    decline: '409 job_closed',
    unconfirm: '409 quote_not_confirmed',
    confirm: '409 no_booking_request',
    reject: '409 no_booking_request',
  },
  withdrawn: over,
  rejected: over,
  'expired quote': over,
  'closed: won by another': closed,
  'closed: won by another, never quoted': closed,
  'closed: cancelled by the customer': closed,
  'closed: cancelled, never quoted': closed,
  'closed: quote_by passed, never quoted': closed,
  'closed: departed': closed,
}

/** The job without the one thing that a declined card changes. */
function besidesThePayment(job: { updated_at: string; my_quote: { updated_at: string; booking_request: unknown } | null }) {
  if (job.my_quote?.booking_request == null) return job
  return { ...job, updated_at: '', my_quote: { ...job.my_quote, updated_at: '', booking_request: 'waits' } }
}

for (const [state, { quote, make }] of Object.entries(states)) {
  describe(state, () => {
    for (const [task, expected] of Object.entries(matrix[state] ?? {})) {
      test(`${task}: ${expected}`, async () => {
        const trip = await make()
        const before = ok(await dales.job(trip))
        expect(before.my_quote?.status ?? null).toBe(quote)

        const answer = await tasks[task]?.(trip)
        if (answer === undefined) throw new Error(`no move ${task}`)

        if (answer.status === 200) {
          expect(`200 ${task === 'decline' ? answer.data.status : answer.data.my_quote.status}`).toBe(expected)
          expect(answer.data).toEqual(ok(await dales.job(trip)))
          return
        }
        expect(inShort(answer)).toBe(expected)
        expect(answer.json.error.current_status).toBe(quote)
        expect(besidesThePayment(ok(await dales.job(trip)))).toEqual(besidesThePayment(before))
      })
    }
  })
}

test('whoever asks about a job that is not theirs hears the same as about none, whatever they ask', async () => {
  const trip = await market.trip([rival])
  for (const task of ['quote', 'withdraw', 'decline', 'unconfirm', 'confirm-booking-request', 'reject-booking-request']) {
    const body = { ...terms(), reason: 'Sorry, no.' }
    const foreign = await dales.post(`/jobs/${trip.ref}/${task}`, body)
    const absent = await dales.post(`/jobs/TR-ZZZZZZ/${task}`, body)
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(absent.text)
  }
})
