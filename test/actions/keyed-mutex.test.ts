import { expect, test } from 'bun:test'
import { KeyedMutex } from '../../src/actions/server/keyed-mutex.ts'

test('queues work under one key, also behind failed work, and never delays other keys', async () => {
  const locks = new KeyedMutex()
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const say = (word: string) => async () => order.push(word)

  const first = locks.take(1, async () => {
    await gate.promise
    order.push('first')
    throw new Error('first failed')
  })
  const second = locks.take(1, say('second'))
  await locks.take(2, say('other'))
  gate.resolve()

  await expect(first).rejects.toThrow('first failed')
  await second
  await locks.take(1, say('third'))
  expect(order).toEqual(['other', 'first', 'second', 'third'])
})
