import { afterEach, expect, test } from 'bun:test'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Subprocess } from 'bun'
import { runAsStranger, runExecutable, runExecutableJson } from '../support/command-line.ts'
import { querySqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'

type Holder = Subprocess<'pipe', 'pipe', 'inherit'>

const holders: Holder[] = []
const url = 'http://127.0.0.1:8787'

/** A command that makes an installation. */
const dales = ['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London']

function start(folder: string): Holder {
  const holder = Bun.spawn([process.execPath, resolve(import.meta.dir, '../processes/hold-lock.ts'), folder, url], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  holders.push(holder)
  return holder
}

async function firstLine(holder: Holder): Promise<string> {
  const reader = holder.stdout.getReader()
  const { value } = await reader.read()
  return new TextDecoder().decode(value).trim()
}

afterEach(async () => {
  for (const holder of holders.splice(0)) {
    holder.kill('SIGKILL')
    await holder.exited
  }
})

test('names the process and address that hold the data folder to a second process', async () => {
  using folder = makeFolder()
  const first = start(folder.at('data'))
  expect(await firstLine(first)).toBe('held')

  const second = start(folder.at('data'))

  expect(await firstLine(second)).toBe(`Process ${first.pid} at ${url} already uses the data folder ${folder.at('data')}.`)
  expect(await second.exited).toBe(3)
})

test('is released by kill -9', async () => {
  using folder = makeFolder()
  const first = start(folder.path)
  expect(await firstLine(first)).toBe('held')

  first.kill('SIGKILL')
  await first.exited

  expect(await firstLine(start(folder.path))).toBe('held')
})

test('is released when a process stops normally', async () => {
  using folder = makeFolder()
  const first = start(folder.path)
  expect(await firstLine(first)).toBe('held')

  first.stdin.write('leave\n')
  first.stdin.flush()
  expect(await first.exited).toBe(0)

  expect(await Bun.file(folder.at('charabanc.pid')).exists()).toBe(false)
  expect(await firstLine(start(folder.path))).toBe('held')
})

test('makes the data folder readable for its owner only', async () => {
  using folder = makeFolder()
  expect(await firstLine(start(folder.at('data')))).toBe('held')

  expect((await Bun.file(folder.at('data')).stat()).mode & 0o777).toBe(0o700)
})

test('explains how to fix a data folder that cannot be made', async () => {
  using folder = makeFolder()
  await Bun.write(folder.at('file'), '')
  const holder = start(folder.at('file/data'))

  expect(await firstLine(holder)).toContain(`sudo chown -R ${process.getuid?.()} ${folder.at('file/data')}`)
  expect(await holder.exited).toBe(3)
})

test('stays with its process after the files in the folder were deleted', async () => {
  using folder = makeFolder()
  const first = start(folder.path)
  expect(await firstLine(first)).toBe('held')
  for (const name of readdirSync(folder.path)) rmSync(folder.at(name))

  const second = start(folder.path)
  expect(await firstLine(second)).toBe(`Another charabanc already uses the data folder ${folder.path}.`)
  expect(await second.exited).toBe(3)
  // The check leaves no file.
  expect(readdirSync(folder.path)).toEqual([])

  first.kill('SIGKILL')
  await first.exited
  expect(await firstLine(start(folder.path))).toBe('held')
})

test('refuses a second server, restore and migrate after the lock file was deleted', async () => {
  await using server = await startServer({ isFile: true })
  const { file } = await server.cliJson<{ file: string }>(['backup'])
  for (const name of ['charabanc.lock', 'charabanc.pid']) rmSync(`${server.dataDir}/${name}`)
  for (const words of [['serve'], ['restore', file], ['migrate']]) {
    const { exitCode, stderr } = await server.cli(words)
    expect({ words, exitCode, stderr }).toEqual({ words, exitCode: 3, stderr: expect.stringContaining('already uses') })
  }
  expect((await server.fetch('/readyz')).status).toBe(200)
})

test('explains a damaged lock without mentioning the database', async () => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  await runExecutableJson(dales, { dataDir })
  writeFileSync(`${dataDir}/charabanc.lock`, 'garbled')
  for (const words of [['serve', '--listen', '127.0.0.1:0'], ['migrate']]) {
    const { exitCode, stderr } = await runExecutable(words, { dataDir })
    expect({ words, exitCode, stderr }).toEqual({
      words,
      exitCode: 3,
      stderr: expect.stringContaining(`charabanc did not create the lock ${dataDir}/charabanc.lock. It contains no data`),
    })
    expect(stderr).toContain(`rm ${dataDir}/charabanc.lock`)
  }
  rmSync(`${dataDir}/charabanc.lock`)
  mkdirSync(`${dataDir}/charabanc.lock`)
  const { exitCode, stderr } = await runExecutable(['serve', '--listen', '127.0.0.1:0'], { dataDir })
  expect({ exitCode, stderr }).toEqual({
    exitCode: 3,
    stderr: expect.stringContaining('charabanc did not create the lock'),
  })
  expect(stderr).toContain(`rm -r ${dataDir}/charabanc.lock`)
  rmSync(`${dataDir}/charabanc.lock`, { recursive: true })
  expect(await runExecutable(['migrate'], { dataDir })).toMatchObject({ exitCode: 0 })
})

test.skipIf(process.getuid?.() !== 0)('explains how to fix a lock of another user', async () => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  await runExecutableJson(dales, { dataDir })
  chmodSync(folder.path, 0o755)
  for (const path of [dataDir, ...readdirSync(dataDir).map((name) => `${dataDir}/${name}`)]) chownSync(path, 65532, 65532)
  writeFileSync(`${dataDir}/charabanc.lock`, '', { mode: 0o600 })

  const { exitCode, stderr } = await runAsStranger(['migrate'], dataDir)

  expect(stderr).toContain(
    `This user cannot open the lock ${dataDir}/charabanc.lock. Make this user its owner: sudo chown 65532 ${dataDir}/charabanc.lock`,
  )
  expect(exitCode).toBe(3)
})

test.each([
  ['moved', (dataDir: string) => renameSync(dataDir, `${dataDir}.away`)],
  ['removed', (dataDir: string) => rmSync(dataDir, { recursive: true })],
])('stops a server if its data folder is %s, and leaves a new folder alone', async (_, remove) => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  await using server = await startServer({ isFile: true, dataDir })
  const { pid } = server
  remove(dataDir)
  await using other = await startServer({ isFile: true, dataDir })
  await other.cliJson(['operator', 'create', '--name', 'New', '--currency', 'GBP', '--timezone', 'Europe/London'])

  await eventually(() => server.stderr.includes(`The data folder ${dataDir} was moved or deleted`))
  await eventually(() => !isAlive(pid))
  expect((await other.fetch('/readyz')).status).toBe(200)
  expect(querySqliteFile(`${dataDir}/charabanc.sqlite`, 'SELECT name FROM operators')).toEqual([{ name: 'New' }])
  expect(await other.cli(['serve'])).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(`Process ${other.pid}`) })
})

test.each([
  ['removed', (path: string) => rmSync(path)],
  ['moved', (path: string) => renameSync(path, `${path}.away`)],
  [
    'replaced',
    (path: string) => {
      copyFileSync(path, `${path}.other`)
      renameSync(`${path}.other`, path)
    },
  ],
])('stops a server if its database is %s, and prints the reason', async (_, remove) => {
  await using server = await startServer({ isFile: true, isAlone: true })
  const { pid } = server
  const path = `${server.dataDir}/charabanc.sqlite`
  remove(path)
  await eventually(() => server.stderr.includes(`The database ${path} was moved or deleted while this server used it`))
  await eventually(() => !isAlive(pid))
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
