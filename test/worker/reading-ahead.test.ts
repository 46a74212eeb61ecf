import { describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { deliveredOutcome, openWebhookDispatcher } from '../support/webhook-dispatcher.ts'

describe('what waits', () => {
  test('is not read again while no one has written', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    const dales = await room.begin(4)
    await eventually(() => room.going.length === 4)
    // On PostgreSQL somebody who writes in another database of the same server is taken for one who writes here.
    await eventually(async () => {
      const before = room.reads()
      await room.quiet()
      return room.reads() === before
    })
    const before = room.reads()
    await room.enter(dales)
    await room.quiet()
    expect(room.reads()).toBeGreaterThan(before)
  })

  test('is read on where the head of a queue is used up, and everything goes once and in its order', async () => {
    await using room = await openWebhookDispatcher()
    const dales = await room.operator()
    await room.follow(dales, 'one', 'other')
    await room.enter(dales, 40)
    await room.run('UPDATE webhook_deliveries SET due_at = due_at - 1000 + event_id % 7')
    const order = 'SELECT id FROM webhook_deliveries WHERE subscription_id = 1 ORDER BY due_at, event_id'
    const sent: string[] = []
    room.start()
    await eventually(async () => {
      for (const one of [...room.going]) {
        if (one.attempt.url.endsWith('/one')) sent.push(one.attempt.headers['X-Service-Delivery'] ?? '')
        one.answer(deliveredOutcome)
      }
      return (await room.rows("SELECT 1 FROM webhook_deliveries WHERE status = 'delivered'")).length === 80
    })
    expect(sent).toEqual((await room.rows(order)).map(({ id }) => id))
    expect(room.total()).toBe(80)
  })

  test('is not sent once its subscription has ended, although it was read before', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    await room.begin(10)
    await eventually(() => room.going.length === 4)
    await room.quiet()
    await room.run('UPDATE webhook_subscriptions SET deleted_at = 1')
    for (const one of [...room.going]) one.answer(deliveredOutcome)
    await room.quiet()
    expect(room.total()).toBe(4)
    expect(await room.rows("SELECT 1 FROM webhook_deliveries WHERE status = 'abandoned'")).toHaveLength(6)
  })
})
