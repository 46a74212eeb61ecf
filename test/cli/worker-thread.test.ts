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

/** Longer than any test: a stop with this limit must end before it. */
const anHour = 3_600_000

/** A worker that dies this many times as it starts. */
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
    // The test's worker looks for its files at the base URL.
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
  test('is started again after growing delays, and counts as dead until it reports', async () => {
    await using room = open(3)
    await eventually(() => room.obituaries().length === 3)
    expect(room.isAlive()).toBe(false)
    expect(room.attempts).toEqual([])
    await eventually(room.isAlive)
    expect(room.obituaries()).toEqual([100, 200, 400].map((waitMs) => ({ reason: expect.stringContaining('stillborn'), waitMs })))
    expect(room.attempts).toEqual([{ error: null, durationMs: 3 }])
  })

  test('is replaced after it worked, and receives no work meanwhile', async () => {
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
  test('waits only until the worker answers', async () => {
    const room = open(0)
    using _ = room.folder
    await eventually(() => room.attempts.length === 1)
    await room.stop(anHour)
    expect(room.obituaries()).toEqual([])
  })

  test('ends a worker that does not answer in time', async () => {
    const room = open(0)
    using folder = room.folder
    await eventually(() => room.attempts.length === 1)
    writeFileSync(folder.at('deaf'), '')
    const startedAt = performance.now()
    await room.stop(200)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(190)
    await eventually(() => !room.isAlive())
    expect(room.obituaries()).toEqual([])
  })

  test('neither waits for a dead worker nor starts another', async () => {
    const room = open(100)
    using _ = room.folder
    await eventually(() => room.obituaries().length === 4)
    await room.stop(anHour)
    // Longer than the delay before the next start, which gives no signal if it does not happen.
    await Bun.sleep(1_200)
    expect(room.obituaries()).toHaveLength(4)
  })
})
