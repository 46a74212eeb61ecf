import { expect, test } from 'bun:test'
import { messageOf } from '../../src/domain/fault-text.ts'
import { type Commits, GroupCommit } from '../../src/storage/sqlite/group-commit.ts'
import { eventually } from '../support/eventually.ts'

/** A writer connection that writes down what it is told, and fails where it is told to. */
function makeConnection(failing: Partial<Record<keyof Commits, () => unknown>> = {}) {
  const said: string[] = []
  let isOpen = false
  const say = (word: keyof Commits, then: () => void = () => {}) => {
    said.push(word)
    failing[word]?.()
    then()
  }
  const set = (open: boolean) => () => {
    isOpen = open
  }
  const commits: Commits = {
    begin: async () => say('begin', set(true)),
    commit: () => say('commit', set(false)),
    rollback: () => say('rollback', set(false)),
    savepoint: () => say('savepoint'),
    release: () => say('release'),
    undo: () => say('undo'),
    isOpen: () => isOpen,
    translate: (fault) => new Error(`translated: ${messageOf(fault)}`),
  }
  return { said, group: new GroupCommit(commits), lose: set(false) }
}

const fail = (reason: string) => () => {
  throw new Error(reason)
}
const outcome = (work: Promise<unknown>) => work.then(String, (fault: Error) => fault.message)

test('works of one turn share one commit, and are answered in their order after it', async () => {
  const { said, group } = makeConnection()
  const answered: number[] = []
  const context = [1, 2, 3].map((number) => group.take(async () => said.push(`work ${number}`)).then(() => answered.push(number)))
  expect(said).toEqual([])
  await Promise.all(context)
  const each = (number: number) => ['savepoint', `work ${number}`, 'release']
  expect(said).toEqual(['begin', ...each(1), ...each(2), ...each(3), 'commit'])
  expect(answered).toEqual([1, 2, 3])
})

test('no group is endless: strangers wait for 256 works, or 20 ms of them', async () => {
  const { said, group } = makeConnection()
  const sizes = () =>
    said
      .join()
      .split('commit')
      .map((words) => words.split('savepoint').length - 1)
  // A machine that is held up in the middle may need a third group.
  await eventually(async () => {
    said.length = 0
    await Promise.all(Array.from({ length: 300 }, () => group.take(async () => 1)))
    expect(Math.max(...sizes())).toBeLessThanOrEqual(256)
    return sizes().join() === '256,44,0'
  })
  said.length = 0
  // A work that lasts longer than a group may: time is what the promise is about.
  await Promise.all(Array.from({ length: 3 }, () => group.take(() => Bun.sleep(25))))
  expect(said.filter((word) => word === 'commit')).toHaveLength(3)
})

test('what else waits for the thread gets its turn amid a group', async () => {
  const { said, group } = makeConnection()
  const holdTheThread = async () => {
    const until = performance.now() + 3
    while (performance.now() < until);
  }
  // On a machine that is held up in the middle the group may end at once.
  await eventually(async () => {
    said.length = 0
    let heardAmid: readonly string[] = []
    const works = [1, 2, 3].map(() => group.take(holdTheThread))
    // Begun once the group is at work.
    setImmediate(() =>
      setImmediate(() => {
        heardAmid = [...said]
      }),
    )
    await Promise.all(works)
    return heardAmid.includes('begin') && !heardAmid.includes('commit')
  })
})

test('one who fails is undone alone', async () => {
  const { said, group } = makeConnection()
  const context = [group.take(async () => 'a'), group.take(async () => fail('b')()), group.take(async () => 'c')]
  expect(await Promise.all(context.map(outcome))).toEqual(['a', 'translated: b', 'c'])
  expect(said.join(' ')).toBe('begin savepoint release savepoint undo savepoint release commit')
})

test.each([
  ['begin', 'begin'],
  ['commit', 'begin savepoint release savepoint release commit rollback'],
  ['savepoint', 'begin savepoint rollback'],
] as const)('a %s that fails fails the whole group, and the next one begins anew', async (word, heard) => {
  let isBroken = true
  const { said, group } = makeConnection({ [word]: () => isBroken && fail('disk')() })
  const context = [group.take(async () => 'a'), group.take(async () => 'b')]
  const said1 = await Promise.all(context.map(outcome))
  expect(said1[0]).toBe('translated: disk')
  if (word !== 'savepoint') expect(said1[1]).toBe('translated: disk')
  expect(said.join(' ')).toStartWith(heard)

  isBroken = false
  expect(await group.take(async () => 'later')).toBe('later')
})

test('a rollback that fails as well keeps no one waiting for ever', async () => {
  let isBroken = true
  const broken = () => isBroken && fail('disk')()
  const { group } = makeConnection({ commit: broken, rollback: broken })
  expect(await outcome(group.take(async () => 'a'))).toBe('translated: disk')
  isBroken = false
  expect(await outcome(group.take(async () => 'b'))).toBe('b')
  await group.whenIdle()
})

test('when the database threw the transaction away, everyone in it hears so', async () => {
  const { said, group, lose } = makeConnection()
  const context = [
    group.take(async () => 'a'),
    group.take(async () => {
      lose()
      fail('full')()
    }),
  ]
  expect(await Promise.all(context.map(outcome))).toEqual(['translated: full', 'translated: full'])
  expect(said).not.toContain('commit')
})

test('who comes while a group commits is in the next one', async () => {
  const { said, group } = makeConnection()
  const late: Promise<string>[] = []
  await group.take(async () => 'first').then(() => late.push(group.take(async () => 'second')))
  await Promise.all(late)
  await group.whenIdle()
  expect(said.filter((word) => word === 'commit')).toHaveLength(2)
})
