import { expect, test } from 'bun:test'
import { claimDueTasks } from '../../src/actions/maintenance/due-tasks.ts'
import { scheduledTasks } from '../../src/actions/tasks.ts'
import { dayMs } from '../../src/domain/instant.ts'
import { insertPayment } from '../../src/storage/queries/payments.ts'
import { findDueTime, runTaskNow, scheduleTask } from '../../src/storage/queries/scheduler.ts'
import { findTripByRef } from '../../src/storage/queries/trips.ts'
import { fakeCardPayments } from '../support/fake-card-payments.ts'
import { apiDataOf, startInProcess } from '../support/in-process-server.ts'
import { openTripCalls } from '../support/node-trip-calls.ts'

/**
 * A server in this process with a provider that deletes cards, and a trip with two saved cards. The second may still be charged.
 */
async function openTwoCards() {
  const gone: string[] = []
  let meanwhile = async () => {}
  const payments = fakeCardPayments({
    async forget(method) {
      gone.push(method)
      await meanwhile()
    },
  })
  const desk = await startInProcess({ payments: () => payments })
  const { app } = desk
  const trips = await openTripCalls({ one: { desk } })
  const trip = await trips.quoted('confirmed')
  const tripId = await app.storage.transact(async (tx) => {
    const now = app.clock()
    const { id = 0 } = (await findTripByRef(tx, trip.ref)) ?? {}
    for (const method of ['pm_first', 'pm_second']) {
      await insertPayment(tx, {
        ...{ tripId: id, quoteId: trip.quoteId, kind: 'save_card', origin: 'book', means: 'card', provider: 'sandbox' },
        ...{ providerKey: `deposit-${method}`, amount: 0, currencyCode: 'GBP', status: 'card_saved', method },
        ...{ pageExpiresAt: now, createdAt: now, updatedAt: now },
      })
    }
    await scheduleTask(tx, 'cards', id, now, now)
    return id
  })
  /** Runs the due card tasks, as a worker does. */
  async function work() {
    for (const task of await claimDueTasks(app, 50, 'payments')) {
      if (task.kind === 'cards') await scheduledTasks.cards?.(app, task.subjectId, task)
    }
  }
  return {
    ...{ desk, trips, trip, gone, work },
    dueAt: () => app.storage.read((db) => findDueTime(db, 'cards', tripId)),
    wish: () => app.storage.transact((tx) => runTaskNow(tx, 'cards', tripId, app.clock())),
    setMeanwhile: (does: () => Promise<void>) => {
      meanwhile = does
    },
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  }
}

test('keeps a card that may still be charged and checks it again the next day', async () => {
  await using at = await openTwoCards()
  await at.work()
  expect(at.gone).toEqual(['pm_first'])
  expect(await at.dueAt()).toBe(at.desk.app.clock() + dayMs)
})

test('removes a card immediately if the trip is cancelled during the removal of another', async () => {
  await using at = await openTwoCards()
  at.setMeanwhile(async () => {
    at.setMeanwhile(async () => {})
    apiDataOf(await at.trips.cancel(at.trip)(at.desk))
    await at.wish()
  })
  await at.work()
  expect(at.gone).toEqual(['pm_first'])
  expect(await at.dueAt()).toBe(at.desk.app.clock())

  await at.work()
  expect(at.gone).toEqual(['pm_first', 'pm_second'])
  expect(await at.dueAt()).toBeNull()
})
