import { expect, spyOn, test } from 'bun:test'
import { WriteBehind } from '../../src/actions/server/write-behind.ts'

/** What is written behind, counted; `written` resolves at the next time. */
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

test('what comes together is written once, and what comes later once more', async () => {
  const { behind, times, written } = open()
  const first = written()
  for (let time = 0; time < 3; time++) behind.soon()
  await first
  const second = written()
  behind.soon()
  await second
  expect(times()).toBe(2)
})

test('where nothing comes and where it was taken over, no timer runs', () => {
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
