import { expect, spyOn, test } from 'bun:test'
import { WriteBehind } from '../../src/actions/server/write-behind.ts'

/** A counter of writes; `written` resolves at the next write. */
function open() {
  let times = 0
  let next = Promise.withResolvers<void>()
  const behind = new WriteBehind(1, () => {
    times++
    next.resolve()
    next = Promise.withResolvers<void>()
  })
  return { behind, times: () => times, written: () => next.promise }
}

test('writes once for changes that come together, and again for later ones', async () => {
  const { behind, times, written } = open()
  const first = written()
  for (let time = 0; time < 3; time++) behind.soon()
  await first
  const second = written()
  behind.soon()
  await second
  expect(times()).toBe(2)
})

test('runs no timer without changes or after cancel', () => {
  using started = spyOn(globalThis, 'setTimeout')
  using ended = spyOn(globalThis, 'clearTimeout')
  const { behind, times } = open()
  expect(started).not.toHaveBeenCalled()
  behind.soon()
  behind.cancel()
  expect(ended).toHaveBeenCalledTimes(1)
  behind.cancel()
  expect([ended.mock.calls.length, times()]).toEqual([1, 0])
})
