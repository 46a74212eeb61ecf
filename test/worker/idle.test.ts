import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recoverWork } from '../../src/actions/tasks.ts'
import { hourMs } from '../../src/domain/instant.ts'
import { scheduleTask } from '../../src/storage/queries/scheduler.ts'
import { runSideBySide } from '../../src/worker/side-by-side.ts'
import { runTasks } from '../../src/worker/task-worker.ts'
import { Wakeup } from '../../src/worker/wakeup.ts'
import { loopSignals } from '../support/loop-signals.ts'
import { openWebhookDispatcher } from '../support/webhook-dispatcher.ts'

const rounds = 25

/** The hashes of a database’s files, including its log. */
function bytesIn(folder: string): string[] {
  const parts = ['charabanc.sqlite', 'charabanc.sqlite-wal'].map((name) => readFileSync(join(folder, name)))
  return parts.map((bytes) => Bun.CryptoHasher.hash('sha256', bytes, 'hex'))
}

test('writes nothing to disk while nothing is due, in every loop', async () => {
  await using room = await openWebhookDispatcher({ isFile: true })
  const { context, storage } = room
  const soon = context.clock() + hourMs
  await recoverWork(context)
  await storage.transact(async (tx) => {
    for (const kind of ['purge', 'trip', 'message', 'refund'] as const) await scheduleTask(tx, kind, 0, soon, context.clock())
  })
  // The dispatcher has recorded its results, and nothing else waits.
  await room.begin(1)
  await room.quiet()
  room.going[0]?.answer()
  await room.quiet()

  const loops = [new Wakeup(), new Wakeup(), new Wakeup()] as const
  const counts = loops.map(() => loopSignals())
  const hooks = (nth: number) => ({ longestSleepMs: 1_000, onRound: counts[nth]?.end ?? (() => {}) })
  const running = Promise.all([
    runTasks(context, {}, loops[0], hooks(0)),
    runSideBySide(context, {}, loops[1], hooks(1), 'messages'),
    runSideBySide(context, {}, loops[2], hooks(2), 'payments'),
  ])
  const before = bytesIn(room.folder)
  for (let round = 0; round < rounds; round++) {
    await Promise.all([room.quiet(), ...counts.map((count, nth) => count.pass(loops[nth] as Wakeup))])
  }
  expect(bytesIn(room.folder)).toEqual(before)
  for (const loop of loops) loop.stop()
  await running
})
