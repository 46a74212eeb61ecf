import { describe, expect, spyOn, test } from 'bun:test'
import { announceFact } from '../../src/actions/outbox/events.ts'
import { eventually } from '../support/eventually.ts'
import { jobOfferedFact } from '../support/sample-offer.ts'
import { deliveredOutcome, openWebhookDispatcher, refusedOutcome } from '../support/webhook-dispatcher.ts'

const statuses = 'SELECT status, attempts FROM webhook_deliveries ORDER BY event_id, subscription_id'

describe('requests in flight', () => {
  test('limits a subscription to four requests, and to one while it fails', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    await room.begin(10)
    await eventually(() => room.going.length === 4)

    room.going[0]?.answer(refusedOutcome)
    await room.quiet()
    expect(room.going).toHaveLength(3)
    for (const left of [2, 1]) {
      room.going[0]?.answer(refusedOutcome)
      await room.quiet()
      expect(room.going).toHaveLength(left)
    }
    room.going[0]?.answer(refusedOutcome)
    await eventually(() => room.total() === 5)
    await room.quiet()
    expect(room.going).toHaveLength(1)
    room.going[0]?.answer(deliveredOutcome)
    await eventually(() => room.going.length === 4)
  })

  test('does not hold up the writer while waiting deliveries have no slot', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    const dales = await room.operator()
    await room.follow(dales, 'hangs')
    await room.enter(dales, 10)
    room.start()
    await eventually(() => room.going.length === 4)
    await room.quiet()

    const before = room.transactions()
    for (let n = 0; n < 5; n++) {
      await room.enter(dales)
      await room.quiet()
    }
    expect(room.transactions()).toBe(before)
    room.going[0]?.answer(deliveredOutcome)
    // The fifth request starts before the result of the first is committed.
    await eventually(() => room.total() === 5 && room.transactions() > before)
  })

  test('counts a request until its result and its connection are both complete, in either order', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    await room.begin(6)
    await eventually(() => room.going.length === 4)
    const [slow] = room.going
    slow?.answer(deliveredOutcome, true)
    await eventually(async () => (await room.rows(statuses)).some(({ status }) => status === 'delivered'))
    await room.quiet()
    expect(room.going).toHaveLength(3)
    slow?.release()
    await eventually(() => room.going.length === 4)

    const [early] = room.going
    early?.release()
    await room.quiet()
    expect([room.going.length, room.total()]).toEqual([4, 5])
    early?.answer(deliveredOutcome)
    await eventually(() => room.total() === 6)
  })

  test('limits all requests to 128, and reserves the last 32 for subscriptions that have answered and do not fail', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [0] })
    const callers = []
    for (let n = 0; n < 10; n++) callers.push(await room.operator())
    for (const [n, caller] of callers.entries()) {
      await room.follow(caller, ...Array.from({ length: 20 }, (_, m) => `hang-${n}-${m}`))
      await room.enter(caller, 3)
    }
    room.start()
    // No subscription has answered yet; later, every subscription has failed.
    await eventually(() => room.going.length === 96)
    await room.quiet()
    expect(room.mostAtOnce()).toBe(96)
    while (new Set(await room.rows('SELECT id FROM webhook_subscriptions WHERE consecutive_failures = 0')).size > 0) {
      for (const one of [...room.going]) one.answer({ responseStatus: null, error: 'timeout' })
      await room.quiet()
    }
    await eventually(() => room.going.length >= 96)
    await room.quiet()
    expect(room.going).toHaveLength(96)

    const healthy = await room.operator()
    const forty = Array.from({ length: 20 }, (_, n) => `healthy-${n}`)
    await room.follow(healthy, ...forty)
    await room.run(`UPDATE webhook_subscriptions SET last_delivery_at = 1 WHERE label LIKE 'healthy-%'`)
    await room.enter(healthy, 2)
    await eventually(() => room.going.length >= 116)
    const more = await room.operator()
    await room.follow(more, ...Array.from({ length: 20 }, (_, n) => `steady-${n}`))
    await room.run(`UPDATE webhook_subscriptions SET last_delivery_at = 1 WHERE label LIKE 'steady-%'`)
    await room.enter(more, 2)
    await eventually(() => room.going.length === 128)
    await room.quiet()
    expect(room.mostAtOnce()).toBe(128)
    let answered = 0
    await eventually(() => {
      for (const one of room.going.filter(({ attempt }) => !attempt.url.includes('hang'))) {
        one.answer(deliveredOutcome)
        answered++
      }
      return answered === 80
    })
    expect(room.going).toHaveLength(96)
    expect(room.mostAtOnce()).toBeLessThanOrEqual(128)
  })

  test('reserves slots for subscriptions without a first answer, however many others wait', async () => {
    await using room = await openWebhookDispatcher()
    for (let n = 0; n < 7; n++) {
      const steady = await room.operator()
      await room.follow(steady, ...Array.from({ length: 20 }, (_, m) => `steady-${n}-${m}`))
      await room.enter(steady, 4)
    }
    await room.run('UPDATE webhook_subscriptions SET last_delivery_at = 1')
    room.start()
    await eventually(() => room.going.length === 112)
    await room.quiet()
    expect(room.going).toHaveLength(112)

    const newcomer = await room.operator()
    await room.follow(newcomer, 'new')
    await room.enter(newcomer)
    await eventually(() => room.to('new').length === 1)
    for (const one of room.going.slice(0, 40)) one.answer(deliveredOutcome)
    await eventually(() => room.going.length >= 112)
    expect(room.mostAtOnce()).toBeLessThanOrEqual(128)
  })

  test('shares the slots in turn between senders with many deliveries', async () => {
    await using room = await openWebhookDispatcher()
    const names = Array.from({ length: 40 }, (_, n) => `in-${n}`)
    for (let n = 0; n < 4; n++) {
      const caller = await room.operator()
      await room.follow(caller, ...names.slice(n * 10, n * 10 + 10))
      await room.enter(caller, 20)
    }
    room.start()
    await eventually(() => room.going.length >= 64)
    await room.quiet()
    expect(names.filter((name) => room.to(name).length === 0)).toEqual([])
  })
})

describe('results of requests', () => {
  test('records results after storage recovers, and sends no delivery twice', async () => {
    await using room = await openWebhookDispatcher()
    const dales = await room.begin(3)
    await eventually(() => room.going.length === 3)
    room.breakNext(2)
    for (const one of [...room.going]) one.answer(deliveredOutcome)
    await eventually(async () => (await room.rows(statuses)).every(({ status }) => status === 'delivered'))
    expect(await room.rows(statuses)).toEqual(Array(3).fill({ status: 'delivered', attempts: 1 }))
    expect(await room.rows('SELECT number FROM webhook_attempts')).toEqual(Array(3).fill({ number: 1 }))
    expect(room.total()).toBe(3)
    await room.enter(dales, 5)
    await eventually(() => room.going.length === 4)
  })

  test('frees slots before the commit, and keeps deliveries single and in number if the commit fails', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [0] })
    await room.begin(8)
    await eventually(() => room.going.length === 4)
    room.breakNext(1)
    for (const one of [...room.going]) one.answer(deliveredOutcome)
    await eventually(() => room.going.length === 4)
    room.breakNext(1)
    for (const one of [...room.going]) one.answer(refusedOutcome)
    await eventually(async () => (await room.rows(statuses)).filter(({ status }) => status === 'delivered').length === 4)
    while ((await room.rows(statuses)).some(({ status }) => status === 'pending')) {
      for (const one of [...room.going]) one.answer(deliveredOutcome)
      await room.quiet()
    }
    expect(await room.rows(statuses)).toEqual([
      ...Array(4).fill({ status: 'delivered', attempts: 1 }),
      ...Array(4).fill({ status: 'delivered', attempts: 2 }),
    ])
    expect(room.total()).toBe(12)
    expect(await room.rows('SELECT count(*) AS n FROM webhook_attempts')).toEqual([{ n: 12 }])
  })

  test('records the results of one turn of the event loop in one transaction', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    await room.begin(4)
    await eventually(() => room.going.length === 4)
    await room.quiet()
    const before = room.transactions()
    for (const one of [...room.going]) {
      one.answer(deliveredOutcome)
      for (let n = 0; n < 20; n++) await Promise.resolve()
    }
    await eventually(async () => (await room.rows(statuses)).every(({ status }) => status === 'delivered'))
    expect(room.transactions()).toBe(before + 1)
  })

  test('groups results while more requests start, to save transactions', async () => {
    await using room = await openWebhookDispatcher()
    room.answerAtOnce()
    await room.begin(400)
    await eventually(async () => (await room.rows("SELECT 1 FROM webhook_deliveries WHERE status = 'delivered'")).length === 400)
    expect(room.total()).toBe(400)
    // Four requests at a time make a hundred rounds.
    expect(room.transactions()).toBeLessThan(80)
  })

  test('records a failure immediately, and also a success if no more requests start', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    await room.begin(12)
    await eventually(() => room.going.length === 4)
    room.going[0]?.answer(deliveredOutcome)
    await eventually(() => room.total() === 5)
    await room.quiet()
    room.going[0]?.answer(refusedOutcome)
    await room.quiet()
    expect((await room.rows(statuses)).filter(({ attempts }) => attempts === 1)).toHaveLength(2)
    room.going[0]?.answer(deliveredOutcome)
    await room.quiet()
    expect((await room.rows(statuses)).filter(({ attempts }) => attempts === 1)).toHaveLength(3)
  })

  test('starts no more requests while results cannot be written', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    const dales = await room.operator()
    await room.follow(dales, 'in', 'out')
    await room.enter(dales, 40)
    room.start()
    await eventually(() => room.going.length === 8)
    room.breakNext(1_000)
    for (let round = 0; round < 15; round++) {
      for (const one of [...room.going]) one.answer(deliveredOutcome)
      await room.quiet()
    }
    // Only the first of the lost transactions starts more requests.
    expect(room.total()).toBe(16)
    room.breakNext(0)
    await eventually(async () => {
      for (const one of [...room.going]) one.answer(deliveredOutcome)
      return (await room.rows(statuses)).every(({ status }) => status === 'delivered')
    })
    expect(room.total()).toBe(80)
    expect(await room.rows('SELECT count(*) AS n FROM webhook_attempts')).toEqual([{ n: 80 }])
  })

  test('ignores a result if another sender has taken the lease', async () => {
    await using room = await openWebhookDispatcher()
    await room.begin(1)
    await eventually(() => room.going.length === 1)
    await room.run("UPDATE leases SET token = 'another'")
    room.going[0]?.answer(refusedOutcome)
    await room.quiet()
    expect(await room.rows(statuses)).toEqual([{ status: 'pending', attempts: 0 }])
    expect(await room.rows('SELECT * FROM webhook_attempts')).toEqual([])
    expect(await room.rows('SELECT consecutive_failures AS n FROM webhook_subscriptions')).toEqual([{ n: 0 }])
  })

  test('counts a result once if the answer of its commit was lost', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    await room.begin(2)
    await eventually(() => room.going.length === 2)
    const [{ id }] = await room.rows('SELECT id FROM webhook_deliveries WHERE event_id = 1')
    await room.run(`INSERT INTO webhook_attempts (delivery_id, number, attempted_at, duration_ms) VALUES ('${id}', 1, 1, 1)`)
    await room.run(`UPDATE webhook_deliveries SET attempts = 1 WHERE id = '${id}'`)
    for (const one of [...room.going]) one.answer(refusedOutcome)
    await eventually(async () => (await room.rows('SELECT * FROM webhook_attempts')).length === 2)
    expect(await room.rows('SELECT consecutive_failures AS n FROM webhook_subscriptions')).toEqual([{ n: 1 }])
    expect(await room.rows(statuses)).toEqual(Array(2).fill({ status: 'pending', attempts: 1 }))
  })

  test('reports each result once to the metrics', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    await room.begin(2)
    await eventually(() => room.going.length === 2)
    room.going[0]?.answer({ ...deliveredOutcome, durationMs: 7 })
    room.going[0]?.answer({ responseStatus: null, error: 'timeout', durationMs: 10_000 })
    await eventually(async () => (await room.rows('SELECT * FROM webhook_attempts')).length === 2)
    expect(room.dispatcher.takeNotes()).toEqual([
      { error: null, durationMs: 7 },
      { error: 'timeout', durationMs: 10_000 },
    ])
    expect(room.dispatcher.takeNotes()).toEqual([])
  })
})

describe('the lease of the sender', () => {
  const holder = 'SELECT name, boot_id AS boot, until FROM leases'

  test('takes over the lease at the start, also from another thread of the same process', async () => {
    for (const boot of ['test', 'dead']) {
      await using room = await openWebhookDispatcher()
      await room.run(`INSERT INTO leases VALUES ('webhooks', 'another', '${boot}', ${Date.now() + 3_600_000})`)
      const dales = await room.operator()
      await room.follow(dales, 'in')
      await room.enter(dales, 2)
      room.start()
      await eventually(() => room.going.length === 2)
      expect(await room.rows(holder)).toMatchObject([{ name: 'webhooks', boot: 'test' }])
    }
  })

  test('leaves a lease to its holder, and takes it after it expires', async () => {
    await using room = await openWebhookDispatcher()
    const dales = await room.operator()
    await room.follow(dales, 'in')
    room.start()
    await eventually(async () => (await room.rows(holder)).length === 1)
    await room.run(`UPDATE leases SET token = 'another', until = ${Date.now() + 3_600_000}`)
    await room.enter(dales, 2)
    await room.quiet()
    expect(room.total()).toBe(0)
    await room.run('UPDATE leases SET until = 0')
    await eventually(() => room.going.length === 2)
  })

  test('extends the lease only while there is something to send', async () => {
    await using room = await openWebhookDispatcher()
    const dales = await room.operator()
    await room.follow(dales, 'in')
    room.start()
    await eventually(async () => (await room.rows(holder)).length === 1)
    await room.run('UPDATE leases SET until = 5')
    await room.quiet()
    const before = room.transactions()
    await room.quiet()
    expect([(await room.rows(holder))[0].until, room.transactions()]).toEqual([5, before])
    await room.enter(dales)
    await eventually(() => room.going.length === 1)
    expect((await room.rows(holder))[0].until).toBeGreaterThan(Date.now() + 20_000)
    await room.enter(dales)
    await eventually(() => room.going.length === 2)
    expect(room.transactions()).toBe(before + 1)
  })

  test('returns the lease at a stop, after the last results', async () => {
    await using room = await openWebhookDispatcher({ timeoutMs: 200 })
    await room.begin(3)
    await eventually(() => room.going.length === 3)
    const stopping = room.stop()
    room.going[0]?.answer(deliveredOutcome)
    await stopping
    expect(await room.rows(statuses)).toEqual([
      { status: 'delivered', attempts: 1 },
      { status: 'pending', attempts: 0 },
      { status: 'pending', attempts: 0 },
    ])
    expect(room.total()).toBe(3)
    expect(await room.rows(holder)).toEqual([])
  })
})

test('records results at a stop although storage fails at first', async () => {
  await using room = await openWebhookDispatcher({ timeoutMs: 2_000 })
  await room.begin(3)
  await eventually(() => room.going.length === 3)
  room.breakNext(3)
  const stopping = room.stop()
  room.going[0]?.answer(deliveredOutcome)
  room.going[0]?.answer(refusedOutcome)
  await stopping
  expect(await room.rows(statuses)).toEqual([
    { status: 'delivered', attempts: 1 },
    { status: 'pending', attempts: 1 },
    { status: 'pending', attempts: 0 },
  ])
  expect(await room.rows('SELECT * FROM leases')).toEqual([])
})

test('logs a stop without storage in one line, and limits its retries', async () => {
  await using room = await openWebhookDispatcher({ timeoutMs: 500 })
  await room.begin(2)
  await eventually(() => room.going.length === 2)
  await room.quiet()
  const before = room.transactions()
  const logged = spyOn(room.context.log, 'error')
  room.breakNext(1_000)
  const stopping = room.stop()
  room.going[0]?.answer(deliveredOutcome)
  await stopping
  const messages = logged.mock.calls.map(([, sentence]) => sentence)
  expect(messages.filter((sentence) => sentence === 'could not record webhook results')).toHaveLength(1)
  expect(messages).toContain('webhooks will be sent again')
  // One second of retries, one more before the stop, and the lease.
  expect(room.transactions() - before).toBeLessThanOrEqual(8)
  expect(room.transactions() - before).toBeGreaterThan(2)
})

test('holds up no other delivery if one cannot be prepared', async () => {
  await using room = await openWebhookDispatcher()
  const [dales, rival] = [await room.operator(), await room.operator()]
  await room.follow(dales, 'broken')
  await room.follow(rival, 'whole')
  await room.enter(dales)
  await room.enter(rival, 9)
  await room.run("UPDATE webhook_events SET body = 'no JSON' WHERE id = 1")
  await room.run('UPDATE webhook_deliveries SET has_data = FALSE WHERE event_id = 1')
  room.start()
  await eventually(async () => {
    for (const one of [...room.going]) one.answer(deliveredOutcome)
    return (await room.rows("SELECT 1 FROM webhook_deliveries WHERE status = 'delivered'")).length === 9
  })
  const [{ dueAt }] = await room.rows('SELECT due_at AS "dueAt" FROM webhook_deliveries WHERE event_id = 1')
  expect(dueAt).toBeGreaterThan(Date.now() + 200_000)
})

test('reschedules deliveries after the clock was set back, although storage fails at first', async () => {
  await using room = await openWebhookDispatcher({ waitsMs: [4 * 3_600_000] })
  const dales = await room.operator()
  await room.follow(dales, 'in')
  await room.enter(dales)
  await room.run(`UPDATE webhook_deliveries SET due_at = ${Date.now() + 10 * 3_600_000}`)
  room.start()
  const hoursToGo = async () =>
    ((await room.rows('SELECT due_at AS "dueAt" FROM webhook_deliveries'))[0].dueAt - room.context.clock()) / 3_600_000
  // The longest configured wait is four hours.
  await eventually(async () => (await hoursToGo()) < 4.01)
  room.setBack(10 * 3_600_000)
  room.breakNext(2)
  await eventually(async () => {
    const hours = await hoursToGo()
    return hours > 3 && hours < 4.01
  })
})

test('sends no event of a rolled back transaction', async () => {
  await using room = await openWebhookDispatcher()
  const dales = await room.operator()
  await room.follow(dales, 'in')
  room.start()
  const lost = room.storage.transact(async (tx) => {
    await announceFact(tx, room.context, jobOfferedFact(dales.operatorId, 1), Date.now())
    throw new Error('the quote was withdrawn meanwhile')
  })
  await expect(lost).rejects.toThrow('withdrawn meanwhile')
  await room.enter(dales)
  await eventually(() => room.going.length === 1)
  await room.quiet()
  expect(room.total()).toBe(1)
  expect(await room.rows('SELECT * FROM webhook_events')).toHaveLength(1)
})
