import { expect, test } from 'bun:test'
import { Refusal } from '../../src/domain/refusal.ts'
import { eventually } from '../support/eventually.ts'
import { fakeCardPayments } from '../support/fake-card-payments.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { openTripCalls } from '../support/node-trip-calls.ts'

test('records a charge’s result without a new call after storage recovers', async () => {
  let isAway = false
  const charged: string[] = []
  const payments = fakeCardPayments({
    async charge(_, { key }) {
      charged.push(key)
      isAway = charged.length === 1
      return { outcome: 'succeeded', ref: `ch_${key}` }
    },
  })
  const away = () => Promise.reject(new Refusal('unavailable', 'Storage is away.', {}, 1))
  await using desk = await startInProcess({
    payments: () => payments,
    through: (storage) => ({ ...storage, transact: (work) => (isAway ? away() : storage.transact(work)) }),
  })
  const trips = await openTripCalls({ one: { desk } })
  const trip = await trips.quoted('confirmed')
  expect((await trips.book(trip, 'pm_card_visa')(desk)).status).toBe(503)

  const statuses = () => desk.app.storage.read(({ db, t }) => db.select({ status: t.payments.status }).from(t.payments))
  expect(await statuses()).toEqual([{ status: 'charging' }])
  isAway = false
  await eventually(async () => (await statuses())[0]?.status === 'succeeded')
  expect(new Set(charged).size).toBe(1)
})
