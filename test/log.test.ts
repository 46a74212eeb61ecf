import { describe, expect, spyOn, test } from 'bun:test'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { stripQueryValues } from '../src/log.ts'
import { LogWriter } from '../src/log-writer.ts'
import { eventually } from './support/eventually.ts'
import { failingLogReaders, pausedLogReader } from './support/failing-log-readers.ts'
import { makeFolder } from './support/folder.ts'

const command = (...words: string[]) => [process.execPath, resolve(import.meta.dir, 'processes/write-log.ts'), ...words]
const start = (...words: string[]) => Bun.spawn(command(...words), { stdout: 'pipe', stderr: 'pipe' })
const startInto = (descriptor: number, ...words: string[]) =>
  Bun.spawn(command(...words), { stdout: 'ignore', stderr: descriptor })

const linesOf = (said: string) =>
  said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

const frames = '\n    at find (/src/find.ts:3:14)\n    at async /src/main.ts:1:2'

describe('the log', () => {
  test.each(['exit', 'throw', 'leave'])('loses no line when the process ends by %s', async (ending) => {
    const child = start(ending)
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])

    expect(stdout).toBe('')
    expect(linesOf(stderr)).toMatchObject([
      { level: 'info', msg: 'subscription parked', subscription: 7 },
      { level: 'info', heard: '\u001b[2J\u009b31m\u202eevil\nINFO: forged' },
      { level: 'error', msg: 'a query failed' },
    ])
  })

  test.each(failingLogReaders)('delays no exit for its last lines: a reader %s', async (_, make) => {
    using folder = makeFolder()
    const reader = make(folder)
    reader.stopReading()

    expect(await startInto(reader.descriptor, 'exit').exited).toBe(0)
    expect(await startInto(reader.descriptor, 'exit', 'terminal').exited).toBe(0)
  })

  test('keeps a few megabytes at most for a slow reader', async () => {
    using folder = makeFolder()
    const reader = pausedLogReader(folder)
    await using child = startInto(reader.descriptor, 'flood')

    let said = ''
    await eventually(() => {
      said += reader.read()
      return said.includes('lines dropped')
    })

    const lines = linesOf(said)
    const kept = lines.filter(({ msg }) => msg === 'one of many').map(({ line }) => line)
    expect(kept.length).toBeWithin(10_000, 40_000)
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, line) => line))
    expect(lines.at(-1)).toMatchObject({ level: 'warn', lines: 50_000 - kept.length })
    child.kill('SIGKILL')
  })

  test('writes within a second while the process runs', async () => {
    using folder = makeFolder()
    const log = folder.at('log')
    await using child = Bun.spawn(command('wait'), { stdout: 'pipe', stderr: Bun.file(log) })

    await child.stdout.getReader().read()

    expect(linesOf(readFileSync(log, 'utf8'))).toHaveLength(3)
    child.kill('SIGKILL')
  })

  test('omits tokens and the values of a query', async () => {
    const said = await start('exit').stderr.text()

    expect(said).not.toMatch(/cbk_0123|jane@example/)
    expect(linesOf(said)[0]).toMatchObject({ token: '********', request: { authorization: '********' } })
    expect(linesOf(said)[2].err).toMatchObject({
      type: 'Error',
      message: 'Failed query: select * from customers where email = ?',
      stack: expect.stringContaining('write-log.ts'),
      cause: { message: 'database is locked' },
    })
  })

  test.each([
    ['\nparams: jane@example.com', ''],
    ['\nparams: Meet us\n at the church of St Jane\n  at 10:15', ''],
    ['\nparams: Meet us\n at the church of St Jane\n    at find (/src/find.ts:3:14)\n    at async /src/main.ts:1:2', frames],
    [`\nparams: jane${frames}\n`, `${frames}\n`],
    [frames, frames],
  ])('keeps the message and place of a failed query: %j', (rest, kept) => {
    expect(stripQueryValues(`Failed query: select 1${rest}`)).toBe(`Failed query: select 1${kept}`)
  })

  test.each(['', 'terminal'])('writes answered requests exactly as the logger would: %j', async (shape) => {
    const said = await start('answered', shape).stderr.text()
    const records = said.replace(/"time":"[^"]*"|\d\d:\d\d:\d\d/g, '').split(/^(?=\S*\{|\S*\[)/m)

    const own = records.filter((record) => record.includes('answered')).map((record) => record.trimEnd())
    expect(own).toHaveLength(4)
    expect([own[1], own[3]]).toEqual([own[0], own[2]])
  })

  test('omits answered requests at a higher log level', async () => {
    expect(linesOf(await start('quiet').stderr.text()).map(({ level }) => level)).toEqual(['error'])
  })

  test('is readable on a terminal', async () => {
    const said = Bun.stripANSI(await start('exit', 'terminal').stderr.text())

    expect(said).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: subscription parked$/m)
    expect(said).not.toContain('cbk_0123')
  })

  test('escapes control characters in quoted text', async () => {
    const written = await start('exit').stderr.text()
    const shown = Bun.stripANSI(await start('exit', 'terminal').stderr.text())

    expect(written).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
    expect(shown).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u)
    expect(shown).toContain('a receiver \uFFFD]0;said\uFFFD')
    expect(shown).not.toMatch(/^INFO: forged/m)
  })
})

test('runs no timer while nothing waits to be written', async () => {
  using folder = makeFolder()
  const descriptor = openSync(folder.at('log'), 'w')
  using started = spyOn(globalThis, 'setTimeout')
  const timers = () => started.mock.calls.length
  const writer = new LogWriter(descriptor, false)
  expect(timers()).toBe(0)
  writer.write('one\n')
  writer.write('two\n')
  expect(timers()).toBe(1)
  await eventually(() => readFileSync(folder.at('log'), 'utf8') === 'one\ntwo\n')
  // The writer receives the end of its write one turn later.
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(timers()).toBe(1)
  closeSync(descriptor)
})
