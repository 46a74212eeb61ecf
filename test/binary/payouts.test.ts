import { beforeAll, describe, expect, test } from 'bun:test'
import { reportablePayoutStatuses } from '../../src/domain/payout.ts'
import { eventually } from '../support/eventually.ts'
import { days, type Market, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'
import { drawnTransitions } from '../support/states-page.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches', { commission_bps: 1000 })
})

const report = (id: unknown, status: string, more: object = {}) => market.platform('POST', `/payouts/${id}`, { status, ...more })

async function pending(): Promise<number> {
  return ok(await dales.booking(await market.bookedTrip(dales))).payout.id
}

/** Makes a scheduled payout: a trip cancelled late leaves the operator its deposit. */
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

const drawn = drawnTransitions('The payout', 'reported')

for (const [state, make] of Object.entries(states)) {
  describe(`a ${state} payout`, () => {
    for (const reported of reportablePayoutStatuses) {
      const isAccepted = reported === state || drawn.includes(`${state} → ${reported}`)
      test(`${isAccepted ? 'accepts' : 'rejects'} a report of ${reported}`, async () => {
        const id = await make()
        const answer = await report(id, reported)
        const kept = ok(await dales.payouts('?per_page=100')).find((payout: { id: number }) => payout.id === id)
        if (isAccepted) {
          expect(ok(answer)).toEqual(kept)
          expect(kept.status).toBe(reported)
        } else {
          const allowed = reportablePayoutStatuses.filter((to) => drawn.includes(`${state} → ${to}`))
          expect(statusAndCode(answer)).toBe('409 invalid_transition')
          expect(answer.json.error).toMatchObject({ current_status: state, allowed })
          expect(kept.status).toBe(state)
        }
      })
    }
  })
}

test('lists a payout with every field of the contract, in order', async () => {
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
      summary: 'Leeds → York, 45 passengers, return',
    }),
  )
})

test('keeps the reported statement, day and failure reason, and clears an outdated failure reason', async () => {
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

test('lists adjustments that sum to the difference from price less commission', async () => {
  await cancelled()
  await scheduled()
  for (const payout of ok(await dales.payouts('?per_page=100'))) {
    const adjusted = payout.adjustments.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
    expect(payout.price_amount - payout.commission_amount + adjusted).toBe(payout.amount)
  }
})

test('lists only the operator’s payouts, newest first, filtered by status', async () => {
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
    expect(statusAndCode(answer)).toBe('422 validation_failed')
    expect(Object.keys(answer.json.error.fields)).toEqual(['status'])
  }
})

describe('the platform’s list of payouts', () => {
  type Paid = { id: number; operator_ref: string; status: string; scheduled_for: string | null; created_at: string }
  let lakes: OperatorClient
  let fells: OperatorClient
  let sent: Paid[]
  const ledger = (query = '') => market.platform('GET', `/payouts${query}`)
  const idsOf = async (query: string) => ok(await ledger(`?per_page=100&${query}`)).map(({ id }: Paid) => id)

  /** Makes four payouts: one pending, one cancelled, and two scheduled more than a week apart. */
  beforeAll(async () => {
    lakes = await market.operator('Lakes Coaches')
    fells = await market.operator('Fell Coaches')
    const early = await market.bookedTrip(lakes, { departsIn: days(10) })
    ok(await early.cancel())
    ok(await (await market.bookedTrip(fells)).cancel())
    await market.bookedTrip(fells)
    await market.advance(days(8))
    const late = await market.bookedTrip(fells, { departsIn: days(10) })
    ok(await late.cancel())
    sent = (await Promise.all([early, late].map(({ ref }) => market.platform('GET', `/trips/${ref}`)))).map((answer, nth) => {
      const { booking } = ok(answer)
      return { ...booking.payout, operator_ref: nth === 0 ? lakes.ref : fells.ref }
    })
  })

  test('shows every operator’s payouts, newest first, with operator_ref', async () => {
    const { data, meta } = (await ledger('?per_page=100')).json
    expect(meta.total).toBe(data.length)
    expect(new Set(data.map(({ operator_ref }: Paid) => operator_ref))).toContain(dales.ref)
    const places = data.map(({ created_at, id }: Paid) => Date.parse(created_at) * 1_000_000 + id)
    expect(places).toEqual([...places].sort((a, b) => b - a))
    for (const desk of [lakes, fells]) {
      const own = ok(await desk.payouts()).map((payout: object) => ({ operator_ref: desk.ref, ...payout }))
      expect(data.filter(({ operator_ref }: Paid) => operator_ref === desk.ref)).toEqual(own)
      expect(ok(await ledger(`?operator_ref=${desk.ref}`))).toEqual(own)
    }
  })

  test('is filtered by operator, status and scheduled day, alone or together', async () => {
    const every: Paid[] = ok(await ledger('?per_page=100'))
    const day = sent[1]?.scheduled_for ?? ''
    for (const operator of [null, lakes.ref, fells.ref]) {
      for (const status of [null, 'pending', 'scheduled', 'cancelled', 'paid']) {
        const some = every.filter((one) => operator === null || one.operator_ref === operator)
        const wanted = some.filter((one) => status === null || one.status === status)
        const query = `${operator === null ? '' : `operator_ref=${operator}&`}${status === null ? '' : `status=${status}&`}`
        expect([query, await idsOf(query)]).toEqual([query, wanted.map(({ id }) => id)])
        const leaving = wanted
          .filter(({ scheduled_for }) => scheduled_for !== null && scheduled_for < day)
          .sort((a, b) => (a.scheduled_for ?? '').localeCompare(b.scheduled_for ?? '') || a.id - b.id)
        const before = `${query}scheduled_before=${day}`
        expect([before, await idsOf(before)]).toEqual([before, leaving.map(({ id }) => id)])
      }
    }
    expect(await idsOf(`operator_ref=${lakes.ref}&scheduled_before=${day}`)).toEqual([sent[0]?.id])
    expect(await idsOf(`operator_ref=${fells.ref}&scheduled_before=${day}`)).toEqual([])
    expect(await idsOf(`operator_ref=${fells.ref}&scheduled_before=${day.replace('00Z', '01Z')}`)).toEqual([sent[1]?.id])
  })

  test('is returned in pages', async () => {
    const query = `operator_ref=${fells.ref}&scheduled_before=2100-01-01T00:00:00Z&per_page=1`
    const { data, links, meta } = (await ledger(`?${query}`)).json
    expect(data).toHaveLength(1)
    expect(meta).toMatchObject({ current_page: 1, per_page: 1, total: 1, last_page: 1 })
    expect(links.first).toContain(`/platform/v1/payouts?operator_ref=${fells.ref}&scheduled_before=`)
    expect(ok(await ledger(`?${query}&page=2`))).toEqual([])
    expect((await ledger(`?operator_ref=${fells.ref}&per_page=2&page=2`)).json.meta).toMatchObject({ total: 3, from: 3, to: 3 })
  })

  test('rejects unknown filter values and other credentials', async () => {
    for (const query of [
      ['status', 'due'],
      ['status', ''],
      ['scheduled_before', 'tomorrow'],
      ['scheduled_before', ''],
      ['operator_ref', 'OP-ZZZZZ'],
      ['operator_ref', ''],
    ] as const) {
      const refused = await ledger(`?${query.join('=')}`)
      expect([query, statusAndCode(refused)]).toEqual([query, '422 validation_failed'])
      expect(Object.keys(refused.json.error.fields)).toEqual([query[0]])
    }
    const tokens = [dales.token, (await market.trip([dales])).token]
    for (const token of tokens) {
      expect(statusAndCode(await market.call('GET', '/platform/v1/payouts', { token }))).toBe('403 wrong_credential')
    }
    expect(statusAndCode(await market.call('GET', '/platform/v1/payouts'))).toBe('401 unauthenticated')
  })

  test('shows the same payout as the booking of the platform’s trip', async () => {
    const trip = await market.bookedTrip(lakes)
    const shown = ok(await market.platform('GET', `/trips/${trip.ref}`)).booking.payout
    const [listed] = ok(await ledger(`?operator_ref=${lakes.ref}`))
    const { id, status, amount, currency_code, scheduled_for } = listed
    expect(Object.entries(shown)).toEqual(Object.entries({ id, status, amount, currency_code, scheduled_for }))
    expect(shown).toMatchObject({ status: 'pending', amount: 57_600, currency_code: 'GBP', scheduled_for: null })
    const { booking } = ok(await market.platform('POST', `/trips/${trip.ref}/cancel`, { reason: 'Entered twice.' }))
    expect(booking.payout).toMatchObject({ id, status: 'cancelled', amount: 0 })
    expect(ok(await market.platform('GET', `/trips/${(await market.trip([lakes])).ref}`)).booking).toBeNull()
  })
})

test('schedules the payout when the trip has ended', async () => {
  const trip = await market.bookedTrip(dales, { departsIn: days(1) })
  await market.advanceTo(ok(await dales.booking(trip)).ends_at, days(1) + 1)
  const payout = await eventually(async () =>
    ok(await dales.payouts('?status=scheduled')).find((one: { booking_ref: string }) => one.booking_ref === trip.ref),
  )
  expect(payout).toMatchObject({ amount: 57_600, adjustments: [] })
  expect(payout.scheduled_for).toEndWith('Z')
  expect(ok(await report(payout.id, 'in_transit')).scheduled_for).toBe(payout.scheduled_for)
})

test('rejects reports of unknown payouts, of other statuses, and by an operator', async () => {
  for (const id of ['999999', 'x', '1.5', '-1', '%20']) expect(statusAndCode(await report(id, 'paid'))).toBe('404 not_found')
  const id = await scheduled()
  for (const status of ['pending', 'cancelled', 'PAID', '']) {
    const answer = await report(id, status)
    expect(Object.keys(answer.json.error.fields)).toEqual(['status'])
  }
  expect(
    statusAndCode(await market.call('POST', `/platform/v1/payouts/${id}`, { token: dales.token, body: { status: 'paid' } })),
  ).toBe('403 wrong_credential')
})
