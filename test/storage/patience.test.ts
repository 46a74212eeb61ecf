import { expect, test } from 'bun:test'
import { countingWait, outsideCall, patienceLeft, withPatience } from '../../src/storage/patience.ts'

const wait = (ms: number) => countingWait(() => Bun.sleep(ms))

test('outside of a call every wait has its own limit', async () => {
  await wait(5)
  expect(patienceLeft(1_000)).toBe(1_000)
})

test('the waits of one call add up, and time between them does not count', async () => {
  await withPatience(10_000, async () => {
    await wait(20)
    const before = patienceLeft(100_000)
    expect(before).toBeLessThanOrEqual(9_981)
    await Bun.sleep(20)
    expect(patienceLeft(100_000)).toBe(before)
    await wait(20)
    expect(patienceLeft(100_000)).toBeLessThanOrEqual(before - 19)
    expect(patienceLeft(5)).toBe(5)
  })
})

test('a wait inside another counts once', async () => {
  const inOne = async (work: () => Promise<void>) =>
    withPatience(10_000, async () => {
      const startedAt = performance.now()
      await work()
      return 10_000 - patienceLeft(100_000) - (performance.now() - startedAt)
    })
  expect(await inOne(() => countingWait(() => wait(30)))).toBeLessThanOrEqual(0)
  expect(await inOne(async () => void (await Promise.all([wait(30), wait(30)])))).toBeLessThanOrEqual(0)
})

test('a call that has waited too long waits no more, and what it left behind waits as anything else', async () => {
  const later = Promise.withResolvers<number>()
  const left = await withPatience(1, async () => {
    await wait(5)
    setTimeout(() => later.resolve(patienceLeft(1_000)), 5)
    return patienceLeft(1_000)
  })
  expect([left, await later.promise]).toEqual([0, 1_000])
})

test('work that a call begins for others has the limit of no call', async () => {
  const left = await withPatience(1, async () => {
    await wait(5)
    return outsideCall(async () => {
      await wait(5)
      return patienceLeft(1_000)
    })
  })
  expect(left).toBe(1_000)
})
