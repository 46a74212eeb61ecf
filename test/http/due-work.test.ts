import { beforeAll, expect, test } from 'bun:test'
import type { DueWork, WorkLoop } from '../../src/domain/due-work.ts'
import { openFolderLedger } from '../../src/gateways/payments/ledger-folder.ts'
import { createSandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import { listLoopsToWake } from '../../src/worker/loop.ts'
import { startInProcess } from '../support/in-process-server.ts'

/** The worker loops that each call of the main job wakes, by the call's name. */
const woken = new Map<string, WorkLoop[]>()

beforeAll(async () => {
  await using desk = await startInProcess({ payments: (folder) => createSandboxPayments(openFolderLedger(folder), 0) })
  const operator = (await desk.mint()).token
  const platform = (await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })).token
  const left: DueWork[] = []
  desk.app.storage.onDue((work) => left.push(work))

  async function did(name: string, token: string | null, method: string, path: string, body: unknown = {}, expected = 299) {
    left.length = 0
    const answer = await desk.call(method, path, { ...(token !== null && { token }), body })
    if (answer.status > expected) throw new Error(`${name}: ${answer.text}`)
    woken.set(name, left.flatMap((work) => listLoopsToWake(work, desk.app.clock())).sort())
    return answer.json?.data
  }

  const place = (label: string) => ({ label, kind: 'venue' })
  const entered = {
    pickup: place('Leeds'),
    dropoff: place('York'),
    departs_at: new Date(Date.UTC(2026, 7, 20)).toISOString(),
    passenger_count: 45,
    offer_to: 'all',
    customer: { name: 'Ann Smith', email: 'ann@example.org' },
  }
  const { ref, customer_token: own } = await did('enter a trip', platform, 'POST', '/platform/v1/trips', entered)
  const job = `/api/v1/jobs/${ref}`
  const vehicles = [{ type: 'coach_49', count: 1, seats: 49 }]
  const terms = { price_amount: 64_000, currency_code: 'GBP', availability: 'confirmed', vehicles }
  await did('quote', operator, 'POST', `${job}/quote`, terms)
  await did('revise', operator, 'POST', `${job}/quote`, { ...terms, price_amount: 65_000 })
  await did('decline a quoted job', operator, 'POST', `${job}/decline`, {}, 409)
  await did('unconfirm', operator, 'POST', `${job}/unconfirm`)
  await did('withdraw', operator, 'POST', `${job}/withdraw`)
  await did('decline', operator, 'POST', `${job}/decline`)
  const subscription = {
    label: 'Desk',
    endpoint_url: 'https://hooks.example.com/heard',
    events: ['job.offered', 'booking.confirmed'],
  }
  await did('subscribe', operator, 'POST', '/api/v1/webhooks', subscription)
  await did('enter a trip with a subscription', platform, 'POST', '/platform/v1/trips', entered)
  const { my_quote: quote } = await did('quote again', operator, 'POST', `${job}/quote`, terms)
  await did('book', own, 'POST', '/customer/v1/trip/book', { quote_id: quote.id, payment_method: 'pm_card_visa' })
  const pat = { name: 'Pat Moss', email: 'pat@example.org' }
  const driver = await did('add a driver', operator, 'POST', '/api/v1/drivers', pat)
  await did('invite the driver', operator, 'POST', `/api/v1/drivers/${driver.id}/reinvite`)
  const crew = { driver_id: driver.id, vehicle_reg: 'YX20 ABC' }
  await did('assign the driver', operator, 'POST', `/api/v1/bookings/${ref}/driver`, crew)
  await did('cancel', own, 'POST', '/customer/v1/trip/cancel', { reason: 'The party is off.' })
})

test.each<[string, WorkLoop[]]>([
  ['enter a trip', ['messages', 'streams']],
  ['quote', ['messages', 'streams']],
  ['revise', ['streams']],
  ['decline a quoted job', []],
  ['unconfirm', ['streams']],
  ['withdraw', ['streams']],
  ['decline', ['streams']],
  ['subscribe', ['streams']],
  ['enter a trip with a subscription', ['messages', 'streams', 'webhooks']],
  ['quote again', ['streams']],
  ['book', ['main', 'messages', 'streams', 'streams', 'webhooks']],
  ['add a driver', ['streams']],
  ['invite the driver', ['messages']],
  ['assign the driver', ['messages', 'streams']],
  ['cancel', ['messages', 'payments', 'streams']],
])('%s wakes %p', (name, loops) => {
  expect(woken.get(name)).toEqual(loops)
})
