import { expect, test } from 'bun:test'
import { claimDueTasks } from '../../src/actions/maintenance/due-tasks.ts'
import { scheduledTasks } from '../../src/actions/tasks.ts'
import { minuteMs } from '../../src/domain/instant.ts'
import { fakeCardPayments } from '../support/fake-card-payments.ts'
import { apiDataOf, startInProcess } from '../support/in-process-server.ts'
import { openTripCalls } from '../support/node-trip-calls.ts'

test('closes a page immediately if its lock ended while the provider was asked for its state', async () => {
  const asked: string[] = []
  let meanwhile = () => {}
  const payments = fakeCardPayments({
    openPage: async ({ expiresAt }) => ({ ref: 'cs_1', url: 'https://pay.example/1', expiresAt }),
    async readPage() {
      asked.push('read')
      meanwhile()
      return { status: 'open' }
    },
    async closePage() {
      asked.push('close')
      return { status: 'expired' }
    },
  })
  await using desk = await startInProcess({ payments: () => payments })
  const { app } = desk
  const trips = await openTripCalls({ one: { desk } })
  const trip = await trips.quoted('confirmed')
  expect(apiDataOf(await trips.book(trip, 'card')(desk)).payment.status).toBe('awaiting_customer')
  async function work() {
    for (const task of await claimDueTasks(app, 50, 'payments')) {
      if (task.kind === 'charge') await scheduledTasks.charge?.(app, task.subjectId, task)
    }
  }

  meanwhile = () => desk.advance(31 * minuteMs)
  desk.advance(minuteMs)
  await work()
  await work()

  expect(asked).toEqual(['read', 'close'])
})
