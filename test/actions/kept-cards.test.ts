import { expect, test } from 'bun:test'
import { claimDueTasks } from '../../src/actions/server/due-tasks.ts'
import { scheduledTasks } from '../../src/actions/tasks.ts'
import { dayMs } from '../../src/domain/instant.ts'
import { insertPayment } from '../../src/storage/queries/payments.ts'
import { dueAtOf, runOneNow, schedule } from '../../src/storage/queries/scheduler.ts'
import { findTripByRef } from '../../src/storage/queries/trips.ts'
import { fakeCardPayments } from '../support/fake-card-payments.ts'
import { apiDataOf, startInProcess } from '../support/in-process-server.ts'
import { openTripCalls } from '../support/node-trip-calls.ts'

/** An in-process server whose card provider lets cards go, with a trip whose customer left two: the second may still be charged. */
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
    await schedule(tx, 'cards', id, now, now)
    return id
  })
  /** What is due of it is done, as a worker would. */
  async function work() {
    for (const task of await claimDueTasks(app, 50, 'payments')) {
      if (task.kind === 'cards') await scheduledTasks.cards?.(app, task.subjectId, task)
    }
  }
  return {
    ...{ desk, trips, trip, gone, work },
    dueAt: () => app.storage.read((db) => dueAtOf(db, 'cards', tripId)),
    wish: () => app.storage.transact((tx) => runOneNow(tx, 'cards', tripId, app.clock())),
    setMeanwhile: (does: () => Promise<void>) => {
      meanwhile = does
    },
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  }
}

test('a card that may still be charged is kept, and looked at the next day', async () => {
  await using at = await openTwoCards()
  await at.work()
  expect(at.gone).toEqual(['pm_first'])
  expect(await at.dueAt()).toBe(at.desk.app.clock() + dayMs)
})

test('a card that is wanted no more by the time another has gone goes at once', async () => {
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
