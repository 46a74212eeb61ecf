import { describe, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import type { AttemptNote } from '../../src/actions/server/metrics.ts'
import { startWorkerThread } from '../../src/cli/worker-thread.ts'
import type { Config } from '../../src/config.ts'
import type { Order } from '../../src/worker/main.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'

const entrance = Bun.pathToFileURL(join(import.meta.dir, '../processes/mortal-worker.ts'))

/** Longer than any test: a stop that is given it and comes back did not take it. */
const ages = 3_600_000

/** A worker that dies so often at its beginnings. */
function open(deaths: number) {
  const folder = makeFolder()
  writeFileSync(folder.at('deaths'), String(deaths))
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const attempts: AttemptNote[] = []
  const metrics = { recordCall: () => {}, attempted: (notes: readonly AttemptNote[]) => void attempts.push(...notes) }
  const order: Extract<Order, { kind: 'begin' }> = {
    kind: 'begin',
    config: {} as Config,
    database: { kind: 'postgres', url: '', directUrl: '', origin: '' },
    identity: null,
    key: new Uint8Array(32),
    bootId: 'test',
    // What this worker is told of is where it looks.
    baseUrl: folder.path,
    isTerminal: false,
  }
  const room = startWorkerThread(order, log, metrics, entrance)
  return {
    ...room,
    folder,
    attempts,
    obituaries: () => lines.map((line) => JSON.parse(line)).map(({ reason, waitMs }) => ({ reason, waitMs })),
    async [Symbol.asyncDispose]() {
      await room.stop(2_000)
      folder[Symbol.dispose]()
    },
  }
}

describe('a worker that dies', () => {
  test('is started again, each time a little later, and counts as dead until it is heard of', async () => {
    await using room = open(3)
    await eventually(() => room.obituaries().length === 3)
    expect(room.isAlive()).toBe(false)
    expect(room.attempts).toEqual([])
    await eventually(room.isAlive)
    expect(room.obituaries()).toEqual([100, 200, 400].map((waitMs) => ({ reason: expect.stringContaining('stillborn'), waitMs })))
    expect(room.attempts).toEqual([{ error: null, durationMs: 3 }])
  })

  test('in the middle of its life is replaced as well, and told of no more work meanwhile', async () => {
    await using room = open(0)
    await eventually(() => room.attempts.length === 1)
    writeFileSync(room.folder.at('poison'), '')
    room.wake(['main'])
    await eventually(() => !room.isAlive())
    rmSync(room.folder.at('poison'))
    room.wake(['main'])
    await eventually(room.isAlive)
    expect(room.obituaries()).toMatchObject([{ waitMs: 100 }])
    expect(room.attempts).toHaveLength(2)
  })
})

describe('a stop', () => {
  test('waits for a worker that answers, and not longer', async () => {
    const room = open(0)
    using _ = room.folder
    await eventually(() => room.attempts.length === 1)
    await room.stop(ages)
    expect(room.obituaries()).toEqual([])
  })

  test('ends a worker that does not answer within its time', async () => {
    const room = open(0)
    using folder = room.folder
    await eventually(() => room.attempts.length === 1)
    writeFileSync(folder.at('deaf'), '')
    const told = performance.now()
    await room.stop(200)
    expect(performance.now() - told).toBeGreaterThanOrEqual(190)
    await eventually(() => !room.isAlive())
    expect(room.obituaries()).toEqual([])
  })

  test('does not wait for one that is dead, nor start another', async () => {
    const room = open(100)
    using _ = room.folder
    await eventually(() => room.obituaries().length === 4)
    await room.stop(ages)
    // Longer than it waits before the next start: that none comes has no signal.
    await Bun.sleep(1_200)
    expect(room.obituaries()).toHaveLength(4)
  })
})
