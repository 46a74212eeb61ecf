import { describe, expect, test } from 'bun:test'
import { openCharge } from '../../src/actions/cards/charges.ts'
import { claimDueTasks, keepClaimed } from '../../src/actions/maintenance/due-tasks.ts'
import { createSoleMembership } from '../../src/actions/server/membership.ts'
import { leaveNodes } from '../../src/actions/server/nodes.ts'
import { findQuote } from '../../src/storage/queries/quotes.ts'
import { scheduleTask } from '../../src/storage/queries/scheduler.ts'
import { eventually } from '../support/eventually.ts'
import { fillEveryTable } from '../support/filled-tables.ts'
import { membershipTimes, openNodeMemberships } from '../support/node-memberships.ts'
import { postgresUrl } from '../support/postgres.ts'

type Nodes = Awaited<ReturnType<typeof openNodeMemberships>>
type Booted = Awaited<ReturnType<Nodes['boot']>>

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (fault: Error) => fault.message,
  )

const ask = ({ storage }: Booted, ...subjects: number[]) =>
  storage.transact(async (tx) => {
    for (const subject of subjects) await scheduleTask(tx, 'trip', subject, 1, 1)
  })

const subjectsOf = (tasks: readonly { readonly subjectId: number }[]) => tasks.map(({ subjectId }) => subjectId)

const thoughtDead = 'The other nodes declared this node dead. It is rejoining them.'

test('counts every earlier boot as dead if the server has the database to itself', async () => {
  const sole = createSoleMembership('this')
  expect([await sole.isDead('this'), await sole.isDead('before'), sole.mayAct()]).toEqual([false, true, true])
})

if (postgresUrl !== null) {
  describe('a node that does not report', () => {
    test('is declared dead by another node, and its work is free', async () => {
      await using nodes = await openNodeMemberships()
      const [one, other] = [await nodes.boot(), await nodes.boot()]
      await ask(one, 1, 2)
      expect(subjectsOf(await claimDueTasks(one.context, 50))).toEqual([1, 2])
      expect([await other.member.isDead(one.bootId), await claimDueTasks(other.context, 50)]).toEqual([false, []])

      await one.freeze()
      await eventually(() => other.member.isDead(one.bootId))

      expect(subjectsOf(await claimDueTasks(other.context, 50))).toEqual([1, 2])
    })

    test('stops acting alone before another node declares it dead', async () => {
      await using nodes = await openNodeMemberships()
      const one = await nodes.boot()
      await ask(one, 1)
      await one.freeze()
      await eventually(() => !one.member.mayAct())
      const why = 'This node could not renew its lease in the database.'
      expect([one.member.trouble(), await refusal(claimDueTasks(one.context, 50))]).toEqual([why, why])
      await one.comeBack()
      expect(subjectsOf(await claimDueTasks(one.context, 50))).toEqual([1])
    })

    test('refuses to claim or charge until it has rejoined, even if it thinks it is alive', async () => {
      await using nodes = await openNodeMemberships()
      const [one, other] = [await nodes.boot(), await nodes.boot()]
      await one.storage.transact(fillEveryTable)
      await one.freeze()
      await nodes.database.ask(`update nodes set died_at = 1 where boot_id = '${one.bootId}'`)
      expect(one.member.mayAct()).toBe(true)

      const charge = { origin: 'book', method: 'pm_card_visa', storedResponseId: null } as const
      const begin = one.storage.transact(async (tx) => {
        const quote = await findQuote(tx, 2)
        if (quote === null) throw new Error('there is no quote')
        return openCharge(tx, one.context, quote, charge, 1)
      })
      expect([await refusal(begin), await refusal(claimDueTasks(one.context, 50))]).toEqual([thoughtDead, thoughtDead])

      await one.comeBack()
      expect([one.member.trouble(), await other.member.isDead(one.bootId)]).toEqual([thoughtDead, true])
      await one.comeBack()
      expect([one.member.trouble(), await other.member.isDead(one.bootId)]).toEqual([null, false])
      expect(await refusal(claimDueTasks(one.context, 50))).toBeNull()
    })

    test('is not declared dead by a node that also failed to report', async () => {
      await using nodes = await openNodeMemberships()
      const [one, other] = [await nodes.boot(), await nodes.boot()]
      await Promise.all([one.freeze(), other.freeze()])
      await nodes.database.ask(`update nodes set beat_at = beat_at - ${membershipTimes.deadAfterMs}`)
      await eventually(() => !other.member.mayAct())
      await other.comeBack()
      await other.comeBack()
      expect([other.member.mayAct(), await other.member.isDead(one.bootId)]).toEqual([true, false])
    })

    test('stops acting in all its threads', async () => {
      await using nodes = await openNodeMemberships()
      const one = await nodes.boot()
      const thread = await one.openThread()
      expect(thread.mayAct()).toBe(true)
      await one.freeze()
      await eventually(() => !thread.mayAct())
      await one.comeBack()
      await eventually(() => thread.mayAct())
    })
  })

  test('gives a node the work that it is claiming, even if another declares it dead', async () => {
    await using nodes = await openNodeMemberships()
    const [one, other] = [await nodes.boot(), await nodes.boot()]
    const began = Promise.withResolvers<void>()
    const ends = Promise.withResolvers<void>()
    const claiming = one.storage.transact(async (tx) => {
      await one.member.requireAlive(tx)
      began.resolve()
      await ends.promise
      await scheduleTask(tx, 'trip', 7, 1, 1)
    })
    await began.promise
    const leaving = leaveNodes(other.storage, one.bootId, Date.now)
    await eventually(() => nodes.database.countWaiting())
    expect(await other.member.isDead(one.bootId)).toBe(false)
    ends.resolve()
    await Promise.all([claiming, leaving])
    expect(await other.member.isDead(one.bootId)).toBe(true)
  })

  test('counts a node as alive while it is claiming', async () => {
    await using nodes = await openNodeMemberships()
    const one = await nodes.boot()
    await one.freeze()
    await one.storage.transact(async (tx) => {
      await one.member.requireAlive(tx)
      await one.member.requireHeartbeat()
    })
  })

  describe('a new boot of a node', () => {
    test('declares the previous boot dead immediately and takes over its work', async () => {
      await using nodes = await openNodeMemberships()
      const [one, other] = [await nodes.boot({ node: 'depot' }), await nodes.boot()]
      await ask(one, 1)
      await claimDueTasks(one.context, 50)
      const again = await nodes.boot({ node: 'depot' })
      expect([await other.member.isDead(one.bootId), await other.member.isDead(again.bootId)]).toEqual([true, false])
      expect(subjectsOf(await claimDueTasks(again.context, 50))).toEqual([1])
    })

    test('keeps acting although the previous boot, which stays dead, tries to return', async () => {
      await using nodes = await openNodeMemberships()
      const one = await nodes.boot({ node: 'depot' })
      const again = await nodes.boot({ node: 'depot' })
      await eventually(() => one.member.trouble() === 'Another process uses the name of this node.')
      await one.comeBack()
      expect([one.member.mayAct(), again.member.mayAct(), await again.member.isDead(one.bootId)]).toEqual([false, true, true])
    })

    test('keeps out a previous boot that was already declared dead', async () => {
      await using nodes = await openNodeMemberships()
      const one = await nodes.boot({ node: 'depot' })
      await one.freeze()
      await nodes.database.ask(`update nodes set died_at = 1 where boot_id = '${one.bootId}'`)
      const again = await nodes.boot({ node: 'depot' })
      for (let beat = 0; beat < 2; beat++) await one.comeBack()
      expect([one.member.mayAct(), again.member.mayAct(), await again.member.isDead(one.bootId)]).toEqual([false, true, true])
    })
  })

  test('releases unfinished work immediately when a node stops', async () => {
    await using nodes = await openNodeMemberships()
    const [one, other] = [await nodes.boot(), await nodes.boot()]
    await ask(one, 1)
    await claimDueTasks(one.context, 50)
    await one.freeze()
    await leaveNodes(one.storage, one.bootId, Date.now)
    expect(subjectsOf(await claimDueTasks(other.context, 50))).toEqual([1])
  })

  describe('due work', () => {
    test('is shared: no two nodes claim the same task, and none more than eight at a time', async () => {
      await using nodes = await openNodeMemberships()
      const all = [await nodes.boot(), await nodes.boot(), await nodes.boot()]
      const subjects = Array.from({ length: 40 }, (_, nth) => nth + 1)
      await ask(all[0] as Booted, ...subjects)
      const claims = await Promise.all([...all, ...all].map(({ context }) => claimDueTasks(context, 50)))
      expect(Math.max(...claims.map(({ length }) => length))).toBe(8)
      const claimed = claims.flatMap(subjectsOf)
      expect(new Set(claimed).size).toBe(claimed.length)
    })

    test('stays with a slow node that is alive', async () => {
      await using nodes = await openNodeMemberships()
      const one = await nodes.boot()
      await ask(one, 1, 2)
      const claimed = await claimDueTasks(one.context, 50)
      const until = async () => (await nodes.database.ask('select min(ready_at)::float8 as at from scheduler'))[0]?.at as number
      const before = await until()
      using _claimed = keepClaimed(one.context, claimed, 20)
      await eventually(async () => (await until()) > before)
    })
  })

  describe('clocks', () => {
    const clockOff = (ms: number) => () => Date.now() + ms

    test.each([
      [0, [], null],
      [800, [0.8], null],
      [-800, [0.8], null],
      [3_000, [3], 3],
      [-3_000, [3], 3],
    ])('claims due work once with clocks off by %d ms', async (offMs, told, trouble) => {
      await using nodes = await openNodeMemberships()
      const { member, context } = await nodes.boot({ machineClock: clockOff(offMs) })
      const said = (text: string | null) => (text === null ? null : Math.round(Number(/([\d.]+) s\.$/.exec(text)?.[1]) * 5) / 5)
      expect([member.warnings().map(said), said(member.trouble())]).toEqual([told, trouble])
      expect((await refusal(claimDueTasks(context, 50))) === null).toBe(trouble === null)
    })
  })

  test('logs live nodes with other settings, and ignores dead nodes', async () => {
    await using nodes = await openNodeMemberships()
    const [old, one] = [await nodes.boot({ node: 'depot', configHash: 'old' }), await nodes.boot({ node: 'yard' })]
    const sentence = '1 other node has different settings.'
    expect([old.member.warnings(), one.member.warnings()]).toEqual([[], [sentence]])
    const again = await nodes.boot({ node: 'depot' })
    expect(again.member.warnings()).toEqual([])
  })
}
