import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { reportablePayoutStatuses } from '../../src/domain/payout.ts'
import { eventually } from '../support/eventually.ts'
import { days, inShort, type Market, type OperatorDesk, ok, openMarket } from '../support/market.ts'
import { arrows } from '../support/states-page.ts'

let market: Market
let dales: OperatorDesk

beforeAll(async () => {
  market = await openMarket()
  dales = await market.operator('Dales Coaches', { commission_bps: 1000 })
})

afterAll(() => market[Symbol.asyncDispose]())

const report = (id: unknown, status: string, more: object = {}) => market.platform('POST', `/payouts/${id}`, { status, ...more })

async function pending(): Promise<number> {
  return ok(await dales.booking(await market.bookedTrip(dales))).payout.id
}

/** A trip that is called off late leaves the operator its deposit, and the payout has its day at once. */
async function scheduled(): Promise<number> {
  const trip = await market.bookedTrip(dales, { departsIn: days(10) })
  ok(await trip.cancel())
  const { payout } = ok(await dales.booking(trip))
  expect(payout.status).toBe('scheduled')
  return payout.id
}

async function cancelled(): Promise<number> {
  const trip = await market.bookedTrip(dales)
  ok(await trip.cancel())
  return ok(await dales.booking(trip)).payout.id
}

async function inState(...steps: string[]): Promise<number> {
  const id = await scheduled()
  for (const step of steps) ok(await report(id, step))
  return id
}

const states: Record<string, () => Promise<number>> = {
  pending,
  scheduled,
  in_transit: () => inState('in_transit'),
  failed: () => inState('in_transit', 'failed'),
  paid: () => inState('paid'),
  cancelled,
}

const drawn = arrows('The payout', 'reported')

for (const [state, make] of Object.entries(states)) {
  describe(`a ${state} payout`, () => {
    for (const said of reportablePayoutStatuses) {
      const isTaken = said === state || drawn.includes(`${state} → ${said}`)
      test(`reported ${said}: ${isTaken ? '200' : 'invalid_transition'}`, async () => {
        const id = await make()
        const answer = await report(id, said)
        const kept = ok(await dales.payouts('?per_page=100')).find((payout: { id: number }) => payout.id === id)
        if (isTaken) {
          expect(ok(answer)).toEqual(kept)
          expect(kept.status).toBe(said)
        } else {
          const allowed = reportablePayoutStatuses.filter((to) => drawn.includes(`${state} → ${to}`))
          expect(inShort(answer)).toBe('409 invalid_transition')
          expect(answer.json.error).toMatchObject({ current_status: state, allowed })
          expect(kept.status).toBe(state)
        }
      })
    }
  })
}

test('a payout has every field of the contract, in its order', async () => {
  const id = await pending()
  const [payout] = ok(await dales.payouts())
  expect(Object.entries(payout)).toEqual(
    Object.entries({
      id,
      booking_ref: payout.booking_ref,
      status: 'pending',
      amount: 57_600,
      currency_code: 'GBP',
      price_amount: 64_000,
      commission_amount: 6_400,
      adjustments: [],
      scheduled_for: null,
      paid_at: null,
      statement_ref: null,
      failure_reason: null,
      created_at: payout.created_at,
      updated_at: payout.updated_at,
    }),
  )
})

test('what the payer says is kept: statement, day, failure, and what is no longer so is not', async () => {
  const id = await scheduled()
  const sent = ok(await report(id, 'in_transit', { statement_ref: 'S-2026-07' }))
  expect(sent).toMatchObject({ statement_ref: 'S-2026-07', paid_at: null })
  const failed = ok(await report(id, 'failed', { failure_reason: 'Account closed.' }))
  expect(failed).toMatchObject({ failure_reason: 'Account closed.', statement_ref: 'S-2026-07' })
  expect(ok(await report(id, 'scheduled'))).toMatchObject({ failure_reason: null })
  const paid = ok(await report(id, 'paid', { paid_at: '2026-05-20T10:11:02+02:00' }))
  expect(paid).toMatchObject({ status: 'paid', paid_at: '2026-05-20T08:11:02Z', failure_reason: null })
  expect(ok(await report(id, 'paid'))).toMatchObject({ paid_at: '2026-05-20T08:11:02Z' })
})

test('adjustments make up the difference to price less commission', async () => {
  await cancelled()
  await scheduled()
  for (const payout of ok(await dales.payouts('?per_page=100'))) {
    const adjusted = payout.adjustments.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
    expect(payout.price_amount - payout.commission_amount + adjusted).toBe(payout.amount)
  }
})

test('the list is newest first, may be asked by status, and is the operator’s own', async () => {
  const sparrow = await market.operator('Sparrow Minibuses')
  expect(ok(await sparrow.payouts())).toEqual([])
  const [first, second] = [await market.bookedTrip(sparrow), await market.bookedTrip(sparrow)]
  ok(await first.cancel())
  const refs = async (query = '') => ok(await sparrow.payouts(query)).map((one: { booking_ref: string }) => one.booking_ref)
  expect(await refs()).toEqual([second.ref, first.ref])
  expect(await refs('?status=pending')).toEqual([second.ref])
  expect(await refs('?status=cancelled')).toEqual([first.ref])
  expect(await refs('?status=paid')).toEqual([])
  for (const query of ['?status=done', '?status=']) {
    const answer = await sparrow.payouts(query)
    expect(inShort(answer)).toBe('422 validation_failed')
    expect(Object.keys(answer.json.error.fields)).toEqual(['status'])
  }
})

test('the list says so when the trip is over', async () => {
  const trip = await market.bookedTrip(dales, { departsIn: days(1) })
  await market.advanceTo(ok(await dales.booking(trip)).ends_at, days(1) + 1)
  const payout = await eventually(async () =>
    ok(await dales.payouts('?status=scheduled')).find((one: { booking_ref: string }) => one.booking_ref === trip.ref),
  )
  expect(payout).toMatchObject({ amount: 57_600, adjustments: [] })
  expect(payout.scheduled_for).toEndWith('Z')
  expect(ok(await report(payout.id, 'in_transit')).scheduled_for).toBe(payout.scheduled_for)
})

test('a payout that is not there, or no number, is not found; another status is refused', async () => {
  for (const id of ['999999', 'x', '1.5', '-1', '%20']) expect(inShort(await report(id, 'paid'))).toBe('404 not_found')
  const id = await scheduled()
  for (const status of ['pending', 'cancelled', 'PAID', '']) {
    const answer = await report(id, status)
    expect(Object.keys(answer.json.error.fields)).toEqual(['status'])
  }
  expect(inShort(await market.call('POST', `/platform/v1/payouts/${id}`, { token: dales.token, body: { status: 'paid' } }))).toBe(
    '403 wrong_credential',
  )
})
