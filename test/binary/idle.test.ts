import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { type Server, startServer } from '../support/server.ts'

/** Settings without the test clock, because with that clock every loop checks for work constantly. */
const withoutTestClock = { CHARABANC_LAB: '0', CHARABANC_CLOCK_FILE: '', CHARABANC_BACKUP_DAILY: '0' }

test('runs a task that another process makes due without waking the worker', async () => {
  await using server = await startServer({ env: withoutTestClock })
  await eventually(async () => (await purgeOf(server)) > Date.now())
  for (let time = 0; time < 2; time++) {
    await makePurgeDue(server)
    expect(await purgeOf(server)).toBe(1)
    await eventually(async () => (await purgeOf(server)) > Date.now())
  }
})

test('changes no file while the server has nothing to do', async () => {
  await using server = await startServer({ env: withoutTestClock, isFile: true })
  await eventually(async () => (await purgeOf(server)) > Date.now())
  const before = filesOf(server)
  const looks = wakeUpsOfWorker(server)
  await eventually(() => wakeUpsOfWorker(server) >= looks + 15)
  expect(filesOf(server)).toEqual(before)
})

test('loads no PostgreSQL module on SQLite', async () => {
  using folder = makeFolder()
  const script = resolve(import.meta.dir, '../processes/loaded-modules.ts')
  const serving = Bun.spawn([process.execPath, script, '--data-dir', folder.at('data'), '--listen', '127.0.0.1:0'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const loaded: string[] = JSON.parse(await serving.stdout.text())

  expect(loaded.some((path) => path.endsWith('/src/storage/open.ts'))).toBe(true)
  expect(
    loaded.filter((path) => /\/storage\/postgres\/(?!faults)[\w-]+\.ts$|\.postgres\.ts$|\/postgres-js\//.test(path)),
  ).toEqual([])
})

async function purgeOf(server: Server): Promise<number> {
  return (await server.ask<{ at: number }>("SELECT due_at AS at FROM scheduler WHERE kind = 'purge'"))[0]?.at ?? 0
}

function makePurgeDue(server: Server): Promise<void> {
  return server.change("UPDATE scheduler SET due_at = 1, ready_at = 1 WHERE kind = 'purge'")
}

/** Content hash and time of the last write for every file of the data folder. */
function filesOf({ dataDir }: Server) {
  const names = readdirSync(dataDir).filter((name) => !name.endsWith('-shm'))
  return names.map((name) => {
    const path = join(dataDir, name)
    return { name, writtenAt: statSync(path).mtimeMs, hash: Bun.CryptoHasher.hash('sha256', readFileSync(path), 'hex') }
  })
}

/** Number of times the worker thread has slept (Linux). It checks for work once between two sleeps. */
function wakeUpsOfWorker({ pid }: Server): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/status`, 'utf8'))
  const worker = threads.find((status) => /^Name:\s*Worker$/m.test(status)) ?? ''
  return Number(/^voluntary_ctxt_switches:\s*(\d+)$/m.exec(worker)?.[1])
}
