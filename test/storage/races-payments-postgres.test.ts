import { describe, expect, test } from 'bun:test'
import { claimDueTasks } from '../../src/actions/maintenance/due-tasks.ts'
import { recoverWork, scheduledTasks } from '../../src/actions/tasks.ts'
import type { ChargeAnswer } from '../../src/gateways/payments/payments.ts'
import { fakeCardPayments } from '../support/fake-card-payments.ts'
import { type InProcessNodes, openInProcessNodes } from '../support/in-process-nodes.ts'
import { type ApiAnswer, apiDataOf, apiStatusAndCode, type InProcessServer } from '../support/in-process-server.ts'
import { openTripCalls } from '../support/node-trip-calls.ts'
import { postgresUrl } from '../support/postgres.ts'

const card = 'pm_card_visa'

/** A bank that remembers keys and answers on release. Two charges together with one key conflict, as with a real bank. */
function openBank() {
  const entered = new Map<string, ChargeAnswer>()
  const asking = new Set<string>()
  const asked: string[] = []
  let gate: Promise<void> = Promise.resolve()
  const payments = fakeCardPayments({
    async charge(_, { key }) {
      asked.push(key)
      if (asking.has(key)) throw new Error('409: a charge with this key is being made')
      asking.add(key)
      await gate
      asking.delete(key)
      const answer = entered.get(key) ?? { outcome: 'succeeded', ref: `ch_${entered.size}` }
      entered.set(key, answer)
      return answer
    },
    cancelCharge: async (_, { key }) => entered.get(key) ?? null,
  })
  return {
    payments,
    /** The number of charges it has entered. */
    charges: () => entered.size,
    /** The number of requests it received. */
    asked: () => asked.length,
    /** Holds all answers until the returned function releases them. */
    keepSilent() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    /** Ends the requests of a process that died. */
    forgetAsking: () => asking.clear(),
  }
}

/** Asks again whenever the process is idle. */
const eventually = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
}

/** Makes both calls, the second after the bank received the first. The bank answers when the second waits or is done. */
async function whileCharging(
  nodes: InProcessNodes,
  bank: ReturnType<typeof openBank>,
  first: (on: InProcessServer) => Promise<ApiAnswer>,
  second: (on: InProcessServer) => Promise<ApiAnswer>,
) {
  const answerAll = bank.keepSilent()
  const before = bank.asked()
  const charging = first(nodes.one.desk)
  await eventually(() => bank.asked() > before)
  const beside = second(nodes.other.desk)
  const isEarly = await decidesEarly(nodes, beside)
  answerAll()
  return { answers: [apiStatusAndCode(await charging), apiStatusAndCode(await beside)], isEarly }
}

/** Whether a call on the other node is answered before it has often checked whether it may continue. */
async function decidesEarly({ other }: InProcessNodes, call: Promise<ApiAnswer>): Promise<boolean> {
  let isDone = false
  call.finally(() => {
    isDone = true
  })
  const before = other.reads()
  await eventually(() => isDone || other.reads() > before + 20)
  return isDone
}

const requested = async (nodes: InProcessNodes, trips: Awaited<ReturnType<typeof openTripCalls>>) => {
  const trip = await trips.quoted('likely')
  apiDataOf(await trips.request(trip, card)(nodes.one.desk))
  return trip
}

async function paymentsIn({ database }: InProcessNodes): Promise<string[]> {
  return (await database.ask('select kind, status from payments order by id')).map(({ kind, status }) => `${kind} ${status}`)
}

if (postgresUrl !== null) {
  describe('a second node while the first charges', () => {
    test('waits with the same request and does not charge again', async () => {
      const bank = openBank()
      await using nodes = await openInProcessNodes(bank.payments)
      const trips = await openTripCalls(nodes)
      const trip = await requested(nodes, trips)
      const confirm = trips.job('confirm-booking-request', trip)
      const { answers, isEarly } = await whileCharging(nodes, bank, confirm, confirm)
      expect({ answers, isEarly, charges: bank.charges() }).toEqual({
        answers: ['200', '409 no_booking_request'],
        isEarly: false,
        charges: 1,
      })
    })

    test('cancels the trip afterwards and refunds the payment', async () => {
      const bank = openBank()
      await using nodes = await openInProcessNodes(bank.payments)
      const trips = await openTripCalls(nodes)
      const trip = await requested(nodes, trips)
      const confirm = trips.job('confirm-booking-request', trip)
      const { answers, isEarly } = await whileCharging(nodes, bank, confirm, trips.cancel(trip))
      expect({ answers, isEarly }).toEqual({ answers: ['200', '200'], isEarly: false })
      expect(await paymentsIn(nodes)).toEqual(['deposit succeeded', 'refund refund_due'])
    })

    test('charges for another trip', async () => {
      const bank = openBank()
      await using nodes = await openInProcessNodes(bank.payments)
      const trips = await openTripCalls(nodes)
      const [trip, other] = [await requested(nodes, trips), await trips.quoted('likely')]
      const answers = await whileCharging(nodes, bank, trips.job('confirm-booking-request', trip), trips.request(other, card))
      expect(answers).toEqual({ answers: ['200', '200'], isEarly: true })
    })
  })

  test('charges a due balance once although two nodes have the task', async () => {
    const bank = openBank()
    await using nodes = await openInProcessNodes(bank.payments)
    const trips = await openTripCalls(nodes)
    const trip = await trips.quoted('confirmed', 30 * 86_400)
    apiDataOf(await trips.book(trip, card)(nodes.one.desk))
    nodes.advance(17 * 86_400_000)
    const [{ id: tripId }] = (await nodes.database.ask('select id from trips')) as [{ id: number }]
    const [due] = await claimDueTasks(nodes.one.desk.app, 50).then((tasks) => tasks.filter(({ kind }) => kind === 'balance'))
    if (due === undefined) throw new Error('no balance is due')
    // The second node believes that it has the task as well.
    await Promise.all([nodes.one, nodes.other].map(({ desk }) => scheduledTasks.balance?.(desk.app, tripId, due)))
    const charging = (await claimDueTasks(nodes.other.desk.app, 50, 'payments')).filter(({ kind }) => kind === 'charge')
    expect(charging).toHaveLength(1)
    const again = charging.flatMap((task) =>
      [nodes.one, nodes.other].map(({ desk }) => scheduledTasks.charge?.(desk.app, task.subjectId, task)),
    )
    await Promise.allSettled(again)
    expect(await paymentsIn(nodes)).toEqual(['deposit succeeded', 'balance succeeded'])
    expect(bank.charges()).toBe(2)
  })

  test('waits for a charge that begins between reading and deciding', async () => {
    const bank = openBank()
    await using nodes = await openInProcessNodes(bank.payments)
    const trips = await openTripCalls(nodes)
    const trip = await requested(nodes, trips)
    const answerAll = bank.keepSilent()
    // The first transaction of a confirmation reads its credential; the second begins the charge.
    const { reached, letGo } = nodes.one.hold(1)
    const charging = trips.job('confirm-booking-request', trip)(nodes.one.desk)
    await reached
    const cancelled = trips.cancel(trip)(nodes.other.desk)
    await eventually(nodes.isWaiting)
    letGo()
    expect(await decidesEarly(nodes, cancelled)).toBe(false)
    answerAll()
    expect([apiStatusAndCode(await charging), apiStatusAndCode(await cancelled)]).toEqual(['200', '200'])
    expect(await paymentsIn(nodes)).toEqual(['deposit succeeded', 'refund refund_due'])
  })

  describe('a node that dies during a charge', () => {
    /** A charge that the first node has begun and will never finish. */
    async function abandoned(bank: ReturnType<typeof openBank>, nodes: InProcessNodes) {
      const trips = await openTripCalls(nodes)
      const trip = await trips.quoted('confirmed')
      const key = { 'Idempotency-Key': 'k' }
      const answerAll = bank.keepSilent()
      const lost = trips
        .book(
          trip,
          card,
          key,
        )(nodes.one.desk)
        .catch(() => null)
      await eventually(() => bank.asked() === 1)
      return { trip, trips, again: trips.book(trip, card, key), answerAll, lost }
    }

    test('passes the charge to another node under its key, which charges once', async () => {
      const bank = openBank()
      await using nodes = await openInProcessNodes(bank.payments)
      const { again, answerAll, lost } = await abandoned(bank, nodes)
      expect(apiStatusAndCode(await again(nodes.other.desk))).toBe('409 idempotency_in_progress')
      nodes.dead.add('one')
      bank.forgetAsking()
      answerAll()
      expect(apiStatusAndCode(await again(nodes.other.desk))).toBe('200')
      await lost
      expect(bank.charges()).toBe(1)
      expect(await paymentsIn(nodes)).toEqual(['deposit succeeded'])
    })

    test('leaves its tasks and charges to a new node, which takes none of a live node', async () => {
      const bank = openBank()
      await using nodes = await openInProcessNodes(bank.payments)
      const { answerAll, lost } = await abandoned(bank, nodes)
      const chargeDue = async (on: InProcessServer) => {
        await recoverWork(on.app)
        return (await claimDueTasks(on.app, 50, 'payments')).filter(({ kind }) => kind === 'charge')
      }
      expect(await chargeDue(nodes.other.desk)).toEqual([])
      nodes.dead.add('one')
      const [task] = await chargeDue(nodes.other.desk)
      bank.forgetAsking()
      answerAll()
      if (task !== undefined) await scheduledTasks.charge?.(nodes.other.desk.app, task.subjectId, task)
      await lost
      expect(bank.charges()).toBe(1)
      expect(await paymentsIn(nodes)).toEqual(['deposit succeeded'])
    })
  })

  test('charges once and books once for twenty confirmations on two nodes', async () => {
    const bank = openBank()
    await using nodes = await openInProcessNodes(bank.payments)
    const trips = await openTripCalls(nodes)
    const trip = await requested(nodes, trips)
    const confirm = trips.job('confirm-booking-request', trip)
    const desks = Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? nodes.one.desk : nodes.other.desk))
    const answers = (await Promise.all(desks.map(confirm))).map(apiStatusAndCode).toSorted()
    expect(answers).toEqual(['200', ...Array.from({ length: 19 }, () => '409 no_booking_request')])
    expect(bank.charges()).toBe(1)
    expect(await nodes.database.ask('select status from bookings')).toEqual([{ status: 'active' }])
  })
}
