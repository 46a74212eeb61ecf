import { expect, test } from 'bun:test'
import { computePatienceLeft, runCountingWait, runOutsideCall, runWithPatience } from '../../src/storage/patience.ts'

const wait = (ms: number) => runCountingWait(() => Bun.sleep(ms))

test('gives every wait outside of a call its own limit', async () => {
  await wait(5)
  expect(computePatienceLeft(1_000)).toBe(1_000)
})

test('adds up the waits of one call, without the time between them', async () => {
  await runWithPatience(10_000, async () => {
    await wait(20)
    const before = computePatienceLeft(100_000)
    expect(before).toBeLessThanOrEqual(9_981)
    await Bun.sleep(20)
    expect(computePatienceLeft(100_000)).toBe(before)
    await wait(20)
    expect(computePatienceLeft(100_000)).toBeLessThanOrEqual(before - 19)
    expect(computePatienceLeft(5)).toBe(5)
  })
})

test('counts a wait inside another once', async () => {
  const inOne = async (work: () => Promise<void>) =>
    runWithPatience(10_000, async () => {
      const startedAt = performance.now()
      await work()
      return 10_000 - computePatienceLeft(100_000) - (performance.now() - startedAt)
    })
  expect(await inOne(() => runCountingWait(() => wait(30)))).toBeLessThanOrEqual(0)
  expect(await inOne(async () => void (await Promise.all([wait(30), wait(30)])))).toBeLessThanOrEqual(0)
})

test('stops the waits of a call past its limit, but not of work that it left behind', async () => {
  const later = Promise.withResolvers<number>()
  const left = await runWithPatience(1, async () => {
    await wait(5)
    setTimeout(() => later.resolve(computePatienceLeft(1_000)), 5)
    return computePatienceLeft(1_000)
  })
  expect([left, await later.promise]).toEqual([0, 1_000])
})

test('gives work that a call starts for others its own limit', async () => {
  const left = await runWithPatience(1, async () => {
    await wait(5)
    return runOutsideCall(async () => {
      await wait(5)
      return computePatienceLeft(1_000)
    })
  })
  expect(left).toBe(1_000)
})
