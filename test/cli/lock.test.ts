import { afterEach, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import type { Subprocess } from 'bun'
import { makeFolder } from '../support/folder.ts'

type Holder = Subprocess<'pipe', 'pipe', 'inherit'>

const holders: Holder[] = []
const url = 'http://127.0.0.1:8787'

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

test('the second of two processes is told who has the data folder, and where', async () => {
  using folder = makeFolder()
  const first = start(folder.at('data'))
  expect(await firstLine(first)).toBe('held')

  const second = start(folder.at('data'))

  expect(await firstLine(second)).toBe(`Process ${first.pid} at ${url} already uses the data folder ${folder.at('data')}.`)
  expect(await second.exited).toBe(3)
})

test('kill -9 frees the data folder by itself', async () => {
  using folder = makeFolder()
  const first = start(folder.path)
  expect(await firstLine(first)).toBe('held')

  first.kill('SIGKILL')
  await first.exited

  expect(await firstLine(start(folder.path))).toBe('held')
})

test('a process that stops in good order frees it too', async () => {
  using folder = makeFolder()
  const first = start(folder.path)
  expect(await firstLine(first)).toBe('held')

  first.stdin.write('leave\n')
  first.stdin.flush()
  expect(await first.exited).toBe(0)

  expect(await Bun.file(folder.at('charabanc.pid')).exists()).toBe(false)
  expect(await firstLine(start(folder.path))).toBe('held')
})

test('the data folder is for its owner alone', async () => {
  using folder = makeFolder()
  expect(await firstLine(start(folder.at('data')))).toBe('held')

  expect((await Bun.file(folder.at('data')).stat()).mode & 0o777).toBe(0o700)
})

test('a data folder that cannot be made is told with its remedy', async () => {
  using folder = makeFolder()
  await Bun.write(folder.at('file'), '')
  const holder = start(folder.at('file/data'))

  expect(await firstLine(holder)).toContain(`sudo chown -R ${process.getuid?.()} ${folder.at('file/data')}`)
  expect(await holder.exited).toBe(3)
})
