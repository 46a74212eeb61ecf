import { expect, test } from 'bun:test'
import type { Lane, TaskKind } from '../../src/domain/task-kind.ts'
import { scheduleTask } from '../../src/storage/queries/scheduler.ts'
import { type LoopHooks, listLoopsToWake } from '../../src/worker/loop.ts'
import { runSideBySide } from '../../src/worker/side-by-side.ts'
import { runTasks } from '../../src/worker/task-worker.ts'
import { Wakeup } from '../../src/worker/wakeup.ts'
import { eventually } from '../support/eventually.ts'
import { openWebhookDispatcher } from '../support/webhook-dispatcher.ts'

/** A sleep that only a wake-up ends, so that the test proves the wake-up. */
class DeepSleep extends Wakeup {
  override sleep(): Promise<void> {
    return super.sleep(2 ** 31 - 1)
  }
}

/** One kind of task for each lane. */
const kindOf: Readonly<Record<Lane, TaskKind>> = { main: 'trip', messages: 'message', sms: 'sms', payments: 'charge' }

/** The loop of a lane on a test database, which other writers use through another handle. */
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
      room.storage.transact((tx) => scheduleTask(tx, kind, subjectId, Date.now() + inMs, Date.now())),
    async [Symbol.asyncDispose]() {
      wakeup.stop()
      await running
      await room[Symbol.asyncDispose]()
    },
  }
}

test.each<Lane>(['main', 'messages', 'sms', 'payments'])(
  'wakes the loop of the lane %s for work that is already due',
  async (lane) => {
    const wakeup = new DeepSleep()
    await using room = await openLane(lane, wakeup)
    room.storage.onDue((work) => {
      if (listLoopsToWake(work, Date.now()).includes(lane)) wakeup.wake()
    })
    await room.ask(7)
    await eventually(() => room.done.includes(7))
  },
)

test('wakes no loop for work that is due much later or in another lane', async () => {
  const wakeup = new DeepSleep()
  await using room = await openLane('main', wakeup)
  const woken: string[] = []
  room.storage.onDue((work) => {
    const loops = listLoopsToWake(work, Date.now())
    woken.push(loops.join())
    if (loops.includes('main')) wakeup.wake()
  })
  const before = room.rounds()
  await room.ask(1, 'trip', 3_600_000)
  await room.ask(2, 'message')
  expect(woken).toEqual(['', 'messages'])
  await room.ask(3)
  await eventually(() => room.done.includes(3))
  // One round for the task, and one that finds no more.
  expect(room.rounds() - before).toBeLessThanOrEqual(3)
})

test('finds due work later if a wake-up is lost', async () => {
  await using room = await openLane('main', new Wakeup())
  await room.ask(7)
  await eventually(() => room.done.includes(7))
})
