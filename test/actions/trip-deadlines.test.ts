import { describe, expect, test } from 'bun:test'
import { claimDueTasks, retryLater } from '../../src/actions/maintenance/due-tasks.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { quoteTerms } from '../support/market.ts'

// No worker runs here, so every action must notice on its own that a deadline has passed.

const hour = 3_600_000
const day = 24 * hour

/** A trip offered to one operator, and calls for each party. */
async function openTrip() {
  const desk = await startInProcess()
  const operator = await desk.mint()
  const platform = await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })
  const now = desk.app.clock()
  const entered = await desk.call('POST', '/platform/v1/trips', {
    token: platform.token,
    body: {
      customer: { name: 'Ann Smith', email: 'ann@example.org' },
      pickup: { label: 'Leeds Town Hall', kind: 'venue' },
      dropoff: { label: 'York Minster', kind: 'venue' },
      departs_at: toInstant(now + 60 * day),
      passenger_count: 45,
      quote_by: toInstant(now + 30 * day),
      offer_to: [desk.operator.ref],
    },
  })
  const { ref, customer_token: customer } = entered.json.data

  return {
    advance: desk.advance,
    inTime: (ms: number) => toInstant(desk.app.clock() + ms),
    job: (task: string, body: unknown = {}) => desk.call('POST', `/api/v1/jobs/${ref}/${task}`, { token: operator.token, body }),
    /** Claims the due tasks and fails them; returns their number. */
    failTasks: async () => {
      const tasks = await claimDueTasks(desk.app, 50)
      for (const task of tasks) await retryLater(desk.app, task, new Error('the disk is full'))
      return tasks.length
    },
    read: async () => (await desk.call('GET', `/api/v1/jobs/${ref}`, { token: operator.token })).json.data,
    assign: () =>
      desk.call('POST', `/api/v1/bookings/${ref}/driver`, { token: operator.token, body: { driver_id: 1, vehicle_reg: 'A1' } }),
    customer: (task: string, body: unknown = {}) => desk.call('POST', `/customer/v1/trip/${task}`, { token: customer, body }),
    platform: (task: string, body: unknown = {}) =>
      desk.call('POST', `/platform/v1/trips/${ref}/${task}`, { token: platform.token, body }),
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  }
}

function inShort({ status, json }: { status: number; json: { error?: { code: string } } | null }): string {
  return json?.error === undefined ? `${status}` : `${status} ${json.error.code}`
}

const choice = (quoteId: number) => ({ quote_id: quoteId, payment_method: 'bank_transfer' })

describe('actions after a deadline that the worker has not handled', () => {
  test('refuses to withdraw a quote after valid_until, and accepts a new quote', async () => {
    await using trip = await openTrip()
    const quoted = await trip.job('quote', quoteTerms({ valid_until: trip.inTime(hour) }))
    const { id } = quoted.json.data.my_quote
    trip.advance(hour + 1)

    for (const task of ['withdraw', 'unconfirm']) {
      const answer = await trip.job(task)
      expect(inShort(answer)).toBe('409 no_live_quote')
      expect(answer.json.error.current_status).toBe('expired')
    }
    const { my_quote: anew } = (await trip.job('quote', quoteTerms())).json.data
    expect(anew).toMatchObject({ status: 'likely', revision: 1 })
    expect(anew.id).not.toBe(id)
  })

  test('refuses a booking while the worker retries the deadline', async () => {
    await using trip = await openTrip()
    const quoted = await trip.job('quote', quoteTerms({ availability: 'confirmed', valid_until: trip.inTime(hour) }))
    trip.advance(hour + 1)
    // The deadline of the trip, and its places to save.
    expect(await trip.failTasks()).toBe(2)

    expect(await trip.failTasks()).toBe(0)
    expect(inShort(await trip.customer('book', choice(quoted.json.data.my_quote.id)))).toBe('409 quote_expired')
  })

  test('refuses a booking request after valid_until, and allows the operator to decline', async () => {
    await using trip = await openTrip()
    const quoted = await trip.job('quote', quoteTerms({ valid_until: trip.inTime(hour) }))
    trip.advance(hour)
    expect(inShort(await trip.customer('request-booking', choice(quoted.json.data.my_quote.id)))).toBe('409 quote_expired')
    expect(inShort(await trip.job('decline'))).toBe('200')
    expect((await trip.read()).status).toBe('declined')
  })

  test('refuses to confirm, reject or cancel a booking request after respond_by', async () => {
    await using trip = await openTrip()
    const quoted = await trip.job('quote', quoteTerms())
    await trip.customer('request-booking', choice(quoted.json.data.my_quote.id))
    trip.advance(day)
    expect(inShort(await trip.job('confirm-booking-request'))).toBe('409 no_booking_request')
    expect(inShort(await trip.job('reject-booking-request', { reason: 'Too late.' }))).toBe('409 no_booking_request')
    expect(inShort(await trip.customer('cancel-request'))).toBe('409 no_booking_request')
    expect(inShort(await trip.job('withdraw'))).toBe('200')
  })

  test('refuses a deposit that arrives after valid_until', async () => {
    await using trip = await openTrip()
    const quoted = await trip.job('quote', quoteTerms({ availability: 'confirmed' }))
    expect(inShort(await trip.customer('book', choice(quoted.json.data.my_quote.id)))).toBe('200')
    trip.advance(14 * day)
    const late = await trip.platform('deposit-received')
    expect(inShort(late)).toBe('409 no_payment_due')
    expect(late.json.error.current_status).toBe('open')
  })

  test('refuses a quote, a decline and a cancellation after the trip departed unbooked', async () => {
    await using trip = await openTrip()
    trip.advance(60 * day)
    expect(inShort(await trip.job('quote', quoteTerms()))).toBe('409 job_closed')
    expect(inShort(await trip.job('decline'))).toBe('409 job_closed')
    expect(inShort(await trip.customer('cancel', { reason: 'Too late.' }))).toBe('409 job_closed')
    expect(inShort(await trip.platform('cancel', { reason: 'Too late.' }))).toBe('409 job_closed')
  })

  test('finishes a trip if no end is reported for a day', async () => {
    await using trip = await openTrip()
    const quoted = await trip.job('quote', quoteTerms({ availability: 'confirmed' }))
    await trip.customer('book', choice(quoted.json.data.my_quote.id))
    expect(inShort(await trip.platform('deposit-received'))).toBe('200')
    trip.advance(63 * day)
    expect(inShort(await trip.assign())).toBe('409 trip_finished')
    expect(inShort(await trip.customer('cancel', { reason: 'Too late.' }))).toBe('409 trip_finished')
  })
})
