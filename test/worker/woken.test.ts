import { expect, test } from 'bun:test'
import type { Lane, TaskKind } from '../../src/domain/task-kind.ts'
import { schedule } from '../../src/storage/queries/scheduler.ts'
import { type LoopHooks, loopsToWake } from '../../src/worker/loop.ts'
import { runSideBySide } from '../../src/worker/side-by-side.ts'
import { runTasks } from '../../src/worker/task-worker.ts'
import { Wakeup } from '../../src/worker/wakeup.ts'
import { eventually } from '../support/eventually.ts'
import { openWebhookDispatcher } from '../support/webhook-dispatcher.ts'

/** A sleep that only a ring ends: what is done after it was woken for. */
class DeepSleep extends Wakeup {
  override sleep(): Promise<void> {
    return super.sleep(2 ** 31 - 1)
  }
}

/** A kind of task of each lane. */
const kindOf: Readonly<Record<Lane, TaskKind>> = { main: 'trip', messages: 'message', sms: 'sms', payments: 'charge' }

/** The loop of a lane on a room's database, where everybody else has another handle. */
async function openLane(lane: Lane, wakeup: Wakeup) {
  const room = await openWebhookDispatcher()
  const done: number[] = []
  const tasks = { [kindOf[lane]]: async (_: unknown, subjectId: number) => void done.push(subjectId) }
  let rounds = 0
  const hooks: LoopHooks = { longestSleepMs: 500, onRound: () => rounds++ }
  const running =
    lane === 'main' ? runTasks(room.context, tasks, wakeup, hooks) : runSideBySide(room.context, tasks, wakeup, hooks, lane)
  await eventually(() => rounds > 0)
  return {
    storage: room.storage,
    done,
    rounds: () => rounds,
    ask: (subjectId: number, kind = kindOf[lane], inMs = 0) =>
      room.storage.transact((tx) => schedule(tx, kind, subjectId, Date.now() + inMs, Date.now())),
    async [Symbol.asyncDispose]() {
      wakeup.stop()
      await running
      await room[Symbol.asyncDispose]()
    },
  }
}

test.each<Lane>(['main', 'messages', 'sms', 'payments'])(
  'what is due in the lane %s is done because its loop was woken',
  async (lane) => {
    const wakeup = new DeepSleep()
    await using room = await openLane(lane, wakeup)
    room.storage.onDue((work) => {
      if (loopsToWake(work, Date.now()).includes(lane)) wakeup.ring()
    })
    await room.ask(7)
    await eventually(() => room.done.includes(7))
  },
)

test('what falls due much later, or in another lane, wakes no loop', async () => {
  const wakeup = new DeepSleep()
  await using room = await openLane('main', wakeup)
  const woken: string[] = []
  room.storage.onDue((work) => {
    const loops = loopsToWake(work, Date.now())
    woken.push(loops.join())
    if (loops.includes('main')) wakeup.ring()
  })
  const before = room.rounds()
  await room.ask(1, 'trip', 3_600_000)
  await room.ask(2, 'message')
  expect(woken).toEqual(['', 'messages'])
  await room.ask(3)
  await eventually(() => room.done.includes(3))
  // One round to do it, one that finds nothing more.
  expect(room.rounds() - before).toBeLessThanOrEqual(3)
})

test('a wake-up that is lost costs time and nothing else', async () => {
  await using room = await openLane('main', new Wakeup())
  await room.ask(7)
  await eventually(() => room.done.includes(7))
})
