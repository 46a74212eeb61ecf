import { expect, test } from 'bun:test'
import { findFaultMessage } from '../../src/domain/fault-text.ts'
import { type Commits, GroupCommit } from '../../src/storage/sqlite/group-commit.ts'

/** A writer connection that records its calls and fails the chosen ones, and a group whose time passes only in the test. */
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
    translate: (fault) => new Error(`translated: ${findFaultMessage(fault)}`),
  }
  let steadyMs = 0
  const pass = (ms: number) => {
    steadyMs += ms
  }
  return { said, group: new GroupCommit(commits, () => steadyMs), lose: set(false), pass }
}

const fail = (reason: string) => () => {
  throw new Error(reason)
}
const outcome = (work: Promise<unknown>) => work.then(String, (fault: Error) => fault.message)

test('commits the works of one turn together and answers them in order', async () => {
  const { said, group } = makeConnection()
  const answered: number[] = []
  const context = [1, 2, 3].map((number) => group.take(async () => said.push(`work ${number}`)).then(() => answered.push(number)))
  expect(said).toEqual([])
  await Promise.all(context)
  const each = (number: number) => ['savepoint', `work ${number}`, 'release']
  expect(said).toEqual(['begin', ...each(1), ...each(2), ...each(3), 'commit'])
  expect(answered).toEqual([1, 2, 3])
})

test('limits a group to 256 works or 20 ms', async () => {
  const { said, group, pass } = makeConnection()
  const sizesOf = async (works: number, ms: number) => {
    said.length = 0
    await Promise.all(Array.from({ length: works }, () => group.take(async () => pass(ms))))
    const groups = said.join().split('commit').slice(0, -1)
    return groups.map((words) => words.split('savepoint').length - 1)
  }
  expect(await sizesOf(300, 0)).toEqual([256, 44])
  expect(await sizesOf(5, 10)).toEqual([2, 2, 1])
  expect(await sizesOf(3, 25)).toEqual([1, 1, 1])
})

test('allows other work on the thread to run during a group', async () => {
  const { said, group, pass } = makeConnection()
  let callsSoFar: readonly string[] = []
  const works = [1, 2, 3].map(() => group.take(async () => pass(3)))
  // Starts once the group is running.
  setImmediate(() =>
    setImmediate(() => {
      callsSoFar = [...said]
    }),
  )
  await Promise.all(works)
  expect(callsSoFar).toContain('begin')
  expect(callsSoFar).not.toContain('commit')
})

test('undoes only the work that fails', async () => {
  const { said, group } = makeConnection()
  const context = [group.take(async () => 'a'), group.take(async () => fail('b')()), group.take(async () => 'c')]
  expect(await Promise.all(context.map(outcome))).toEqual(['a', 'translated: b', 'c'])
  expect(said.join(' ')).toBe('begin savepoint release savepoint undo savepoint release commit')
})

test.each([
  ['begin', 'begin'],
  ['commit', 'begin savepoint release savepoint release commit rollback'],
  ['savepoint', 'begin savepoint rollback'],
] as const)('fails the whole group on a failed %s, and starts the next group normally', async (word, heard) => {
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

test('answers every caller although the rollback fails too', async () => {
  let isBroken = true
  const broken = () => isBroken && fail('disk')()
  const { group } = makeConnection({ commit: broken, rollback: broken })
  expect(await outcome(group.take(async () => 'a'))).toBe('translated: disk')
  isBroken = false
  expect(await outcome(group.take(async () => 'b'))).toBe('b')
  await group.whenIdle()
})

test('fails every work of a group if the database drops the transaction', async () => {
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

test('adds a work that arrives during a commit to the next group', async () => {
  const { said, group } = makeConnection()
  const late: Promise<string>[] = []
  await group.take(async () => 'first').then(() => late.push(group.take(async () => 'second')))
  await Promise.all(late)
  await group.whenIdle()
  expect(said.filter((word) => word === 'commit')).toHaveLength(2)
})
