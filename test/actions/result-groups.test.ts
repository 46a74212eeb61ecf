import { expect, test } from 'bun:test'
import { ResultGroup } from '../../src/actions/messages/result-groups.ts'

/** Whether a promise is settled after all work that is already due. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  await Bun.sleep(0)
  return Bun.peek.status(promise) === 'fulfilled'
}

test('releases the results of messages together, when the last of them was sent', async () => {
  const group = new ResultGroup({ sharesCommits: true })
  for (const _ of [1, 2, 3]) group.begin()
  const [one, two] = [group.end(), group.end()]
  expect([await isSettled(one), await isSettled(two)]).toEqual([false, false])
  const three = group.end()
  expect([await isSettled(one), await isSettled(two), await isSettled(three)]).toEqual([true, true, true])
})

test('delays no result for a message that hangs', async () => {
  const group = new ResultGroup({ sharesCommits: true })
  group.begin()
  group.begin()
  await group.end()
  group.begin()
  await group.end()
})

test('waits for nothing if the storage shares no commits', async () => {
  const group = new ResultGroup({ sharesCommits: false })
  group.begin()
  group.begin()
  expect(await isSettled(group.end())).toBe(true)
})
