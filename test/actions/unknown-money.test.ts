import { expect, test } from 'bun:test'
import { compareTask } from '../../src/actions/cards/cards-task.ts'
import { claimDueTasks } from '../../src/actions/maintenance/due-tasks.ts'
import { scheduledTasks } from '../../src/actions/tasks.ts'
import { scheduleTask } from '../../src/storage/queries/scheduler.ts'
import { insertUnknownPayment, type UnknownPaymentRow } from '../../src/storage/queries/unknown-payments.ts'
import { fakeCardPayments } from '../support/fake-card-payments.ts'
import { apiDataOf, startInProcess } from '../support/in-process-server.ts'

/** A server in this process. Its card provider returns refunded amounts, and fails for the charge `pi_away`. */
async function openUnknownMoney() {
  const asked: string[] = []
  const payments = fakeCardPayments({
    async returnedOf(chargeRef) {
      asked.push(chargeRef)
      if (chargeRef === 'pi_away') throw new Error('The bank does not answer.')
      return 0
    },
  })
  const desk = await startInProcess({ payments: () => payments })
  const { app, operator } = desk
  let made = 0
  const money = (differing: Partial<UnknownPaymentRow>) => {
    const now = app.clock()
    made += 1
    return {
      ...{ provider: 'sandbox', providerRef: `re_${made}`, kind: 'refund' as const, chargeRef: `pi_of_${made}` },
      ...{ tripRef: 'TR-7K3MQ2', tripId: null, operatorId: operator.id, amount: 12_800, currencyCode: 'GBP' },
      ...{ returnedAmount: 0, madeAt: now + made, settledAt: null, createdAt: now, updatedAt: now },
      ...differing,
    }
  }
  return {
    ...{ desk, asked },
    /** Adds this many payments that match no booking, the oldest first. */
    async add(times: number, differing: Partial<UnknownPaymentRow> = {}) {
      await app.storage.transact(async (tx) => {
        for (let nth = 0; nth < times; nth++) await insertUnknownPayment(tx, money(differing))
      })
    },
    charge: (ref: string) => ({ kind: 'charge' as const, providerRef: ref, chargeRef: ref }),
    async work() {
      await app.storage.transact((tx) => scheduleTask(tx, compareTask, 0, app.clock(), app.clock()))
      const tasks = (await claimDueTasks(app, 50, 'payments')).filter(({ kind }) => kind === compareTask)
      for (const task of tasks) await scheduledTasks.compare?.(app, task.subjectId, task)
    },
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  }
}

test('checks an unknown charge however much other money waits for a person', async () => {
  await using at = await openUnknownMoney()
  await at.add(201)
  await at.add(1, { ...at.charge('pi_of_others'), provider: 'stripe' })
  await at.add(1, at.charge('pi_1'))
  await at.work()
  expect(at.asked).toEqual(['pi_1'])
})

test('checks the remaining charges after the bank fails for one, and reports its error', async () => {
  await using at = await openUnknownMoney()
  for (const ref of ['pi_1', 'pi_away', 'pi_2']) await at.add(1, at.charge(ref))
  expect(await at.work().catch((fault) => fault.message)).toBe('The bank does not answer.')
  expect(at.asked).toEqual(['pi_1', 'pi_away', 'pi_2'])
})

test('lists money of no operator however much money operators have', async () => {
  await using at = await openUnknownMoney()
  await at.add(1_001)
  await at.add(1, { ...at.charge('pi_1'), operatorId: null })
  const { token } = await at.desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })
  const { unknown } = apiDataOf(await at.desk.call('GET', '/platform/v1/payments/to-settle', { token }))
  expect(unknown.map(({ provider_ref }: { provider_ref: string }) => provider_ref)).toEqual(['pi_1'])
})
