import { expect, test } from 'bun:test'
import { disputesTask } from '../../src/actions/cards/cards-task.ts'
import { askForDisputesNow } from '../../src/actions/cards/disputes.ts'
import { noteFirstAccount } from '../../src/actions/cards/payment-account.ts'
import { deskWords } from '../../src/actions/messages/operator-notices.ts'
import { addUser } from '../../src/actions/people/users.ts'
import { claimDueTasks } from '../../src/actions/server/due-tasks.ts'
import { recover, scheduledTasks } from '../../src/actions/tasks.ts'
import { dayMs, hourMs } from '../../src/domain/instant.ts'
import type { ProviderDispute } from '../../src/gateways/payments/payments.ts'
import type { Operator } from '../../src/storage/queries/operators.ts'
import { dueAtOf, findTask, schedule } from '../../src/storage/queries/scheduler.ts'
import { findTripByRef } from '../../src/storage/queries/trips.ts'
import { fakeCardPayments } from '../support/fake-card-payments.ts'
import { apiDataOf, startInProcess } from '../support/in-process-server.ts'
import { openTripCalls, postCall } from '../support/node-trip-calls.ts'

const held = { kind: 'hold', amount: 0, currency_code: 'GBP', note: 'Held: the card payment is disputed.' }

/** An in-process server whose card provider says of disputes what the test has it say, with a trip that was booked with a card. */
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

  /** Everything due of these kinds is done, as a worker would. */
  async function work(lane: 'main' | 'payments') {
    for (const task of await claimDueTasks(context, 50, lane)) {
      if (lane === 'main' || task.kind === disputesTask) await scheduledTasks[task.kind]?.(context, task.subjectId, task)
    }
  }
  /** The bank says so of the dispute, and is asked. */
  async function hear(differing: Partial<ProviderDispute> = {}) {
    said.splice(0, said.length, { ...dispute, ...differing })
    await app.storage.transact((tx) => schedule(tx, disputesTask, 0, app.clock(), app.clock()))
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
  /** What the people of an operator would read of it now. */
  const words = (fact: 'dispute_opened' | 'dispute_closed', reader: Operator = operator) =>
    app.storage.read(async (db) => {
      const [{ id: subjectId } = { id: 0 }] = await db.db.select({ id: db.t.disputes.id }).from(db.t.disputes)
      const found = await findTripByRef(db, trip.ref)
      return deskWords(db, fact, { operator: reader, trip: found, subjectId, now: app.clock() })
    })
  const activity = async () => {
    const rows = await app.storage.read(({ db, t }) => db.select().from(t.activities))
    return rows.flatMap(({ what, operatorId, ref }) => (what.startsWith('dispute') ? [`${what} ${operatorId} ${ref}`] : []))
  }
  /** The trip is over, and nobody has said how it ended. */
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

test('a dispute is shown, told and logged, once however often it is heard of', async () => {
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

test('of several disputes of one booking the open one is shown', async () => {
  await using at = await openDisputes()
  await at.hear()
  await at.hear({ ref: 'du_second', status: 'lost', reason: 'duplicate' })
  expect((await at.booking()).dispute).toMatchObject({ status: 'needs_response', reason: 'product_not_received' })
  await at.hear({ status: 'won' })
  expect((await at.booking()).dispute).toMatchObject({ status: 'lost', reason: 'duplicate' })
})

test('a payout waits while the payment is disputed, and gets its day once the dispute is won', async () => {
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

test('a payout that has its day loses it, and a lost dispute takes the operator’s part', async () => {
  await using at = await openDisputes()
  await at.end()
  expect((await at.payout()).status).toBe('scheduled')
  await at.hear()
  expect(await at.payout()).toMatchObject({ status: 'pending', scheduled_for: null, adjustments: [held] })
  expect(await at.report('in_transit')()).toMatchObject({ status: 409 })
  await at.hear({ status: 'lost' })
  const lost = { kind: 'dispute', amount: -11_520, currency_code: 'GBP', note: 'The bank took the card payment back.' }
  expect(await at.payout()).toMatchObject({ status: 'scheduled', amount: 46_080, adjustments: [lost] })
  await at.hear({ ref: 'du_other', status: 'lost', amount: 640_000 })
  expect(await at.payout()).toMatchObject({ amount: 0 })
  const { dispute, payment_status, paid_amount } = await at.booking()
  expect(dispute).toMatchObject({ status: 'lost', amount: 640_000 })
  expect([payment_status, paid_amount]).toEqual(['deposit_paid', 12_800])
})

test('what is on its way goes on; it is held once it comes back, and what has arrived stays', async () => {
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

test('what is lost is not kept of a booking that is called off', async () => {
  await using at = await openDisputes({ departsIn: 3 * 86_400 })
  await at.hear({ status: 'lost', amount: 5_000 })
  expect(await at.payout()).toMatchObject({ status: 'pending', amount: 57_600 - 4_500 })
  apiDataOf(await at.trips.cancel(at.trip)(at.desk))
  const { amount, adjustments, status } = await at.payout()
  expect([status, amount]).toEqual(['scheduled', ((12_800 - 5_000) * 9) / 10])
  const adjusted = adjustments.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0)
  expect(57_600 + adjusted).toBe(amount)
})

test('a step that ended the trip is taken back while the payout is held', async () => {
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

test('of a payment that no one here knows there is one line in the log, and nothing else', async () => {
  await using at = await openDisputes()
  await at.hear({ ref: 'du_strange', chargeRef: 'ch_strange' })
  await at.hear({ ref: 'du_strange', chargeRef: 'ch_strange', status: 'lost' })
  const errors = at.desk.log().filter(({ level }) => level >= 50)
  expect(errors).toMatchObject([{ level: 50, dispute: 'du_strange', charge: 'ch_strange' }])
  expect((await at.booking()).dispute).toBeNull()
  expect([await at.told(), await at.activity()]).toEqual([[], []])
})

test('the provider is asked from the first start on, each hour and back to a day before its last answer', async () => {
  await using at = await openDisputes()
  const { context, desk, asked, wallClock } = at
  const dueAt = () => context.storage.read((db) => dueAtOf(db, disputesTask, 0))
  await recover(context)
  expect(await dueAt()).toBe(context.clock())
  await at.work('payments')
  expect(asked).toEqual([wallClock - dayMs - hourMs])
  expect(await dueAt()).toBe(context.clock() + hourMs)
  await recover(context)
  expect(await dueAt()).toBe(context.clock() + hourMs)

  // It was not there for three days, and in the meantime told of something.
  desk.advance(hourMs)
  at.setAway(true)
  const [failing] = await claimDueTasks(context, 50, 'payments')
  expect(failing?.kind).toBe(disputesTask)
  await expect(scheduledTasks.disputes?.(context, 0, failing as never)).rejects.toThrow()
  desk.advance(3 * dayMs)
  await context.storage.transact((tx) => askForDisputesNow(tx, context.clock()))
  at.setAway(false)
  await recover({ ...context, isDead: () => true })
  await at.work('payments')
  expect(asked.at(-1)).toBe(wallClock - 4 * dayMs - hourMs)

  // One that was told of is asked for now.
  desk.advance(60_000)
  await context.storage.transact((tx) => askForDisputesNow(tx, context.clock()))
  expect(await dueAt()).toBe(context.clock())
})

test('asks the provider an hour after the start of the last question, however long its answer takes', async () => {
  await using at = await openDisputes()
  const startedAt = at.context.clock()
  at.setMeanwhile(() => at.desk.advance(hourMs))
  await at.hear()
  expect(await at.context.storage.read((db) => dueAtOf(db, disputesTask, 0))).toBe(startedAt + hourMs)
})

test('a dispute that is open is asked about until a bank has decided, however old it is', async () => {
  await using at = await openDisputes()
  const openedAt = at.wallClock - 90 * dayMs
  await at.hear({ openedAt })
  await at.hear({ openedAt })
  expect(at.asked.at(-1)).toBe(openedAt)
  await at.hear({ openedAt, status: 'lost' })
  await at.hear({ openedAt, status: 'lost' })
  expect(at.asked.at(-1)).toBe(at.wallClock - dayMs - hourMs)
})

test('people read how much, why, until when and where it is answered, as long as that is so', async () => {
  await using at = await openDisputes()
  const { storage, clock } = at.context
  await at.hear()
  const opened = await at.words('dispute_opened')
  expect(opened?.subject).toBe(`A card payment of £128.00 for ${at.trip.ref} is disputed`)
  expect(opened?.lines.join(' ')).toContain('The reason it gives: product not received.')
  expect(opened?.lines.join(' ')).toContain('until Fri 29 May, 09:11, or the money is lost')
  expect(opened?.facts?.map(([name]) => name)).toEqual(['Job', 'Departs'])
  expect(await at.words('dispute_closed')).toBeNull()
  expect(await at.words('dispute_opened', { ...at.desk.operator, id: 99 })).toBeNull()

  // Of a provider whose pages are known they read the address, without a second link.
  await storage.transact(({ db, t }) => db.update(t.payments).set({ provider: 'stripe' }))
  const page = async () => (await at.words('dispute_opened'))?.facts?.find(([name]) => name === 'Dispute')?.[1]
  expect(await page()).toBe(`dashboard.stripe.com/disputes/${at.dispute.ref}`)
  await storage.transact((tx) => noteFirstAccount(tx, { isLive: false, id: null }, clock()))
  expect(await page()).toBe(`dashboard.stripe.com/test/disputes/${at.dispute.ref}`)

  await at.hear({ status: 'under_review', respondBy: null })
  expect((await at.words('dispute_opened'))?.lines[1]).toBe('Nothing is to be answered for now; the bank decides.')
  await at.hear({ status: 'lost' })
  expect(await at.words('dispute_opened')).toBeNull()
  expect((await at.words('dispute_closed'))?.subject).toBe(`The dispute about ${at.trip.ref} is lost`)
})

test('where no money moves no one is asked', async () => {
  await using at = await openDisputes({ isLive: null })
  await recover(at.context)
  expect(await at.context.storage.read((db) => findTask(db, disputesTask, 0))).toBeNull()
  await at.hear()
  expect(at.asked).toEqual([])
  expect(await at.context.storage.read((db) => findTask(db, disputesTask, 0))).toBeNull()
})
