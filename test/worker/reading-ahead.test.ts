import { describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { deliveredOutcome, openWebhookDispatcher } from '../support/webhook-dispatcher.ts'

describe('waiting deliveries', () => {
  test('reads no deliveries again while nothing is written', async () => {
    await using room = await openWebhookDispatcher({ waitsMs: [60_000] })
    const dales = await room.begin(4)
    await eventually(() => room.going.length === 4)
    // On PostgreSQL, a write to another database of the same server looks like a write here.
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

  test('reads on after the head of a queue, and sends every delivery once and in order', async () => {
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

  test('sends no delivery that was read before its subscription ended', async () => {
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
