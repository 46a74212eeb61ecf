import { expect, test } from 'bun:test'
import { disputesTask } from '../../src/actions/cards/cards-task.ts'
import { saveFirstAccount } from '../../src/actions/cards/payment-account.ts'
import { claimDueTasks } from '../../src/actions/maintenance/due-tasks.ts'
import { composeOperatorNotice } from '../../src/actions/messages/operator-notices.ts'
import { scheduleDisputesNow } from '../../src/actions/payments/disputes.ts'
import { addUser } from '../../src/actions/people/users.ts'
import { recoverWork, scheduledTasks } from '../../src/actions/tasks.ts'
import { dayMs, hourMs } from '../../src/domain/instant.ts'
import type { ProviderDispute } from '../../src/gateways/payments/payments.ts'
import type { Operator } from '../../src/storage/queries/operators.ts'
import { findDueTime, findTask, scheduleTask } from '../../src/storage/queries/scheduler.ts'
import { findTripByRef } from '../../src/storage/queries/trips.ts'
import { fakeCardPayments } from '../support/fake-card-payments.ts'
import { apiDataOf, startInProcess } from '../support/in-process-server.ts'
import { openTripCalls, postCall } from '../support/node-trip-calls.ts'

const held = { kind: 'hold', amount: 0, currency_code: 'GBP', note: 'Held: the card payment is disputed.' }

/** A server in this process with a trip booked by card. Its card provider reports the disputes that the test sets. */
async function openDisputes({ isLive = true as boolean | null, departsIn = 30 * 86_400 } = {}) {
  const said: ProviderDispute[] = []
  const asked: number[] = []
  const charged: string[] = []
  let isAway = false
  let meanwhile = () => {}
  const payments = fakeCardPayments({
    isLive,
    async charge(_, { key }) {
      charged.push(`ch_${key}`)
      return { outcome: 'succeeded', ref: `ch_${key}` }
    },
    async *disputesSince(at) {
      asked.push(at)
      if (isAway) throw new Error('The bank does not answer.')
      yield* [...said]
      meanwhile()
    },
  })
  const desk = await startInProcess({ payments: () => payments })
  const { app, operator } = desk
  const email = 'jo@dales.example'
  await app.storage.transact((tx) => addUser(tx, operator, { email, name: 'Jo', role: 'accounts' }, app.clock()))
  const wallClock = Date.now()
  const context = { ...app, wallClock: () => wallClock }
  const trips = await openTripCalls({ one: { desk } })
  const trip = await trips.quoted('confirmed', departsIn)
  apiDataOf(await trips.book(trip, 'pm_card_visa')(desk))
  const dispute: ProviderDispute = {
    ref: `du_${trip.ref}`,
    chargeRef: charged[0] ?? '',
    status: 'needs_response',
    reason: 'product_not_received',
    amount: 12_800,
    currencyCode: 'GBP',
    respondBy: desk.app.clock() + 9 * dayMs,
    openedAt: wallClock - 60_000,
  }

  /** Runs all due tasks of the lane, as a worker does. */
  async function work(lane: 'main' | 'payments') {
    for (const task of await claimDueTasks(context, 50, lane)) {
      if (lane === 'main' || task.kind === disputesTask) await scheduledTasks[task.kind]?.(context, task.subjectId, task)
    }
  }
  /** Makes the provider report the dispute, and runs the task that asks it. */
  async function hear(differing: Partial<ProviderDispute> = {}) {
    said.splice(0, said.length, { ...dispute, ...differing })
    await app.storage.transact((tx) => scheduleTask(tx, disputesTask, 0, app.clock(), app.clock()))
    await work('payments')
  }
  const booking = async () => apiDataOf(await desk.call('GET', `/api/v1/bookings/${trip.ref}`, { token: trips.key }))
  const payout = async () => apiDataOf(await desk.call('GET', '/api/v1/payouts', { token: trips.key }))[0]
  const report = (status: string) => async () =>
    desk.call('POST', `/platform/v1/payouts/${(await payout()).id}`, { token: trips.platform, body: { status } })
  const told = async () => {
    const rows = await app.storage.read(({ db, t }) => db.select().from(t.messages))
    return rows.flatMap(({ fact, recipient }) => (fact?.startsWith('dispute') ? [`${fact} to ${recipient}`] : []))
  }
  /** The text that the operator’s people would read now. */
  const words = (fact: 'dispute_opened' | 'dispute_closed', reader: Operator = operator) =>
    app.storage.read(async (db) => {
      const [{ id: subjectId } = { id: 0 }] = await db.db.select({ id: db.t.disputes.id }).from(db.t.disputes)
      const found = await findTripByRef(db, trip.ref)
      return composeOperatorNotice(db, fact, { operator: reader, trip: found, subjectId, now: app.clock() })
    })
  const activity = async () => {
    const rows = await app.storage.read(({ db, t }) => db.select().from(t.activities))
    return rows.flatMap(({ what, operatorId, ref }) => (what.startsWith('dispute') ? [`${what} ${operatorId} ${ref}`] : []))
  }
  /** Moves the clock past the end of the trip without a report from the driver. */
  async function end() {
    desk.advance(departsIn * 1_000 + 3 * dayMs)
    await work('main')
  }
  const line = (what: string) => `${what} ${desk.operator.id} ${trip.ref}`
  const setAway = (away: boolean) => {
    isAway = away
  }
  const setMeanwhile = (does: () => void) => {
    meanwhile = does
  }
  return {
    desk,
    context,
    trips,
    trip,
    dispute,
    asked,
    setMeanwhile,
    wallClock,
    setAway,
    hear,
    work,
    booking,
    payout,
    report,
    told,
    words,
    activity,
    line,
    end,
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  }
}

test('shows, emails and logs a dispute once, however often the provider reports it', async () => {
  await using at = await openDisputes()
  expect((await at.booking()).dispute).toBeNull()
  const before = (await at.booking()).updated_at
  at.desk.advance(60_000)
  await at.hear()
  await at.hear()
  const { dispute, updated_at } = await at.booking()
  expect(dispute).toEqual({
    status: 'needs_response',
    reason: 'product_not_received',
    amount: 12_800,
    currency_code: 'GBP',
    respond_by: new Date(at.dispute.respondBy ?? 0).toISOString().replace('.000Z', 'Z'),
  })
  expect(updated_at > before).toBe(true)
  expect(await at.told()).toEqual(['dispute_opened to jo@dales.example'])
  expect(await at.activity()).toEqual([at.line('dispute_opened')])

  at.desk.advance(60_000)
  await at.hear({ status: 'under_review', respondBy: null })
  expect((await at.booking()).dispute).toMatchObject({ status: 'under_review', respond_by: null })
  expect(await at.told()).toEqual(['dispute_opened to jo@dales.example'])
  await at.hear({ status: 'won', respondBy: null })
  await at.hear({ status: 'lost' })
  expect((await at.booking()).dispute).toMatchObject({ status: 'won' })
  expect(await at.told()).toEqual(['dispute_opened to jo@dales.example', 'dispute_closed to jo@dales.example'])
  expect(await at.activity()).toEqual([at.line('dispute_opened'), at.line('dispute_won')])
})

test('shows the open dispute of a booking with several disputes', async () => {
  await using at = await openDisputes()
  await at.hear()
  await at.hear({ ref: 'du_second', status: 'lost', reason: 'duplicate' })
  expect((await at.booking()).dispute).toMatchObject({ status: 'needs_response', reason: 'product_not_received' })
  await at.hear({ status: 'won' })
  expect((await at.booking()).dispute).toMatchObject({ status: 'lost', reason: 'duplicate' })
})

test('holds a payout during a dispute and schedules it after the dispute is won', async () => {
  await using at = await openDisputes()
  await at.hear()
  expect(await at.payout()).toMatchObject({ status: 'pending', adjustments: [held], amount: 57_600 })
  await at.end()
  expect(await at.payout()).toMatchObject({ status: 'pending', scheduled_for: null, adjustments: [held] })
  await at.hear({ status: 'won' })
  const freed = await at.payout()
  expect(freed).toMatchObject({ status: 'scheduled', adjustments: [], amount: 57_600 })
  expect(Date.parse(freed.scheduled_for)).toBeGreaterThan(at.desk.app.clock())
})

test('unschedules a payout on a dispute and deducts the operator’s share of a lost one', async () => {
  await using at = await openDisputes()
  await at.end()
  expect((await at.payout()).status).toBe('scheduled')
  await at.hear()
  expect(await at.payout()).toMatchObject({ status: 'pending', scheduled_for: null, adjustments: [held] })
  expect(await at.report('in_transit')()).toMatchObject({ status: 409 })
  await at.hear({ status: 'lost' })
  const lost = { kind: 'dispute', amount: -11_520, currency_code: 'GBP', note: 'The bank reversed the card payment.' }
  expect(await at.payout()).toMatchObject({ status: 'scheduled', amount: 46_080, adjustments: [lost] })
  await at.hear({ ref: 'du_other', status: 'lost', amount: 640_000 })
  expect(await at.payout()).toMatchObject({ amount: 0 })
  const { dispute, payment_status, paid_amount } = await at.booking()
  expect(dispute).toMatchObject({ status: 'lost', amount: 640_000 })
  expect([payment_status, paid_amount]).toEqual(['deposit_paid', 12_800])
})

test('holds a payout in transit only if it fails, and never changes a paid one', async () => {
  await using at = await openDisputes()
  await at.end()
  apiDataOf(await at.report('in_transit')())
  await at.hear()
  expect(await at.payout()).toMatchObject({ status: 'in_transit', adjustments: [] })
  expect(apiDataOf(await at.report('failed')())).toMatchObject({ status: 'pending', adjustments: [held], failure_reason: null })
  await at.hear({ status: 'won' })
  apiDataOf(await at.report('paid')())
  await at.hear({ ref: 'du_late', status: 'lost' })
  expect(await at.payout()).toMatchObject({ status: 'paid', amount: 57_600, adjustments: [] })
})

test('deducts a lost dispute from the payout of a cancelled booking', async () => {
  await using at = await openDisputes({ departsIn: 3 * 86_400 })
  await at.hear({ status: 'lost', amount: 5_000 })
  expect(await at.payout()).toMatchObject({ status: 'pending', amount: 57_600 - 4_500 })
  apiDataOf(await at.trips.cancel(at.trip)(at.desk))
  const { amount, adjustments, status } = await at.payout()
  expect([status, amount]).toEqual(['scheduled', ((12_800 - 5_000) * 9) / 10])
  const adjusted = adjustments.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0)
  expect(57_600 + adjusted).toBe(amount)
})

test('allows a driver to undo the last step while the payout is held', async () => {
  await using at = await openDisputes()
  const { desk, trips, trip } = at
  const driver = await trips.driver('Pat Moss')
  apiDataOf(await trips.assign(trip, driver)(desk))
  await at.hear()
  desk.advance(30 * dayMs)
  for (const step of ['en_route', 'arrived', 'on_board', 'completed']) {
    apiDataOf(await trips.report(trip, step, driver.token)(desk))
    desk.advance(1_000)
  }
  expect((await at.booking()).trip_status).toBe('completed')
  const slip = { status: 'completed', occurred_at: trips.at(0), undo: true }
  apiDataOf(await postCall(`/api/v1/driver/trips/${trip.ref}/progress`, driver.token, slip)(desk))
  expect((await at.booking()).trip_status).not.toBe('completed')
  expect(await at.payout()).toMatchObject({ status: 'pending', adjustments: [held] })
})

test('logs one error for a dispute of an unknown charge and changes nothing else', async () => {
  await using at = await openDisputes()
  await at.hear({ ref: 'du_strange', chargeRef: 'ch_strange' })
  await at.hear({ ref: 'du_strange', chargeRef: 'ch_strange', status: 'lost' })
  const errors = at.desk.log().filter(({ level }) => level >= 50)
  expect(errors).toMatchObject([{ level: 50, dispute: 'du_strange', charge: 'ch_strange' }])
  expect((await at.booking()).dispute).toBeNull()
  expect([await at.told(), await at.activity()]).toEqual([[], []])
})

test('asks the provider on the first start, then hourly, from a day before the last answer', async () => {
  await using at = await openDisputes()
  const { context, desk, asked, wallClock } = at
  const dueAt = () => context.storage.read((db) => findDueTime(db, disputesTask, 0))
  await recoverWork(context)
  expect(await dueAt()).toBe(context.clock())
  await at.work('payments')
  expect(asked).toEqual([wallClock - dayMs - hourMs])
  expect(await dueAt()).toBe(context.clock() + hourMs)
  await recoverWork(context)
  expect(await dueAt()).toBe(context.clock() + hourMs)

  // The provider does not answer for three days, and sends an event in the meantime.
  desk.advance(hourMs)
  at.setAway(true)
  const [failing] = await claimDueTasks(context, 50, 'payments')
  expect(failing?.kind).toBe(disputesTask)
  await expect(scheduledTasks.disputes?.(context, 0, failing as never)).rejects.toThrow()
  desk.advance(3 * dayMs)
  await context.storage.transact((tx) => scheduleDisputesNow(tx, context.clock()))
  at.setAway(false)
  await recoverWork({ ...context, isDead: () => true })
  await at.work('payments')
  expect(asked.at(-1)).toBe(wallClock - 4 * dayMs - hourMs)

  // An event about a dispute makes the question due now.
  desk.advance(60_000)
  await context.storage.transact((tx) => scheduleDisputesNow(tx, context.clock()))
  expect(await dueAt()).toBe(context.clock())
})

test('asks the provider an hour after the start of the last question, however long its answer takes', async () => {
  await using at = await openDisputes()
  const startedAt = at.context.clock()
  at.setMeanwhile(() => at.desk.advance(hourMs))
  await at.hear()
  expect(await at.context.storage.read((db) => findDueTime(db, disputesTask, 0))).toBe(startedAt + hourMs)
})

test('asks about an open dispute until the bank decides, however old it is', async () => {
  await using at = await openDisputes()
  const openedAt = at.wallClock - 90 * dayMs
  await at.hear({ openedAt })
  await at.hear({ openedAt })
  expect(at.asked.at(-1)).toBe(openedAt)
  await at.hear({ openedAt, status: 'lost' })
  await at.hear({ openedAt, status: 'lost' })
  expect(at.asked.at(-1)).toBe(at.wallClock - dayMs - hourMs)
})

test('names amount, reason, deadline and place to answer in the notice of an open dispute', async () => {
  await using at = await openDisputes()
  const { storage, clock } = at.context
  await at.hear()
  const opened = await at.words('dispute_opened')
  expect(opened?.subject).toBe('Card payment of £128.00 disputed: Leeds Town Hall → York Minster, Fri 19 Jun')
  expect(opened?.lines.join(' ')).toContain('Reason: product not received.')
  expect(opened?.lines.join(' ')).toContain('answer the dispute with your card provider by Fri 29 May, 09:11.')
  expect(opened?.facts?.map(([name]) => name)).toEqual(['Job', 'Departs', 'Reference'])
  expect(await at.words('dispute_closed')).toBeNull()
  expect(await at.words('dispute_opened', { ...at.desk.operator, id: 99 })).toBeNull()

  // Stripe’s dispute pages are known: the notice shows the address, without a second link.
  await storage.transact(({ db, t }) => db.update(t.payments).set({ provider: 'stripe' }))
  const page = async () => (await at.words('dispute_opened'))?.facts?.find(([name]) => name === 'Dispute')?.[1]
  expect(await page()).toBe(`dashboard.stripe.com/disputes/${at.dispute.ref}`)
  await storage.transact((tx) => saveFirstAccount(tx, { isLive: false, id: null }, clock()))
  expect(await page()).toBe(`dashboard.stripe.com/test/disputes/${at.dispute.ref}`)

  await at.hear({ status: 'under_review', respondBy: null })
  expect((await at.words('dispute_opened'))?.lines[0]).toBe(
    'The customer’s bank claims back £128.00; you do not need to answer for now.',
  )
  await at.hear({ status: 'lost' })
  expect(await at.words('dispute_opened')).toBeNull()
  expect((await at.words('dispute_closed'))?.subject).toBe('Dispute lost: £128.00, Leeds Town Hall → York Minster, Fri 19 Jun')
})

test('asks no provider if the account moves no money', async () => {
  await using at = await openDisputes({ isLive: null })
  await recoverWork(at.context)
  expect(await at.context.storage.read((db) => findTask(db, disputesTask, 0))).toBeNull()
  await at.hear()
  expect(at.asked).toEqual([])
  expect(await at.context.storage.read((db) => findTask(db, disputesTask, 0))).toBeNull()
})
