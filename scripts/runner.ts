import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type FileResult, readReport } from './junit.ts'

/** Test files that run in one `bun test`, with the variables they need beside those of the environment. */
export interface Phase {
  readonly name: string
  /** Paths relative to the working folder. */
  readonly files: readonly string[]
  /** The number of processes for the files; one runs them one after another. */
  readonly parallel: number
  readonly env?: Readonly<Record<string, string>>
}

/** Times in milliseconds, and the number of files that may fail beside others and pass alone. */
export interface Limits {
  readonly test: number
  readonly silence: number
  readonly phase: number
  readonly flaky: number
}

/** The result of a run; each line names a file, a test and its first error. A flaky file names each test that failed at first. */
export interface Verdict {
  readonly passed: number
  readonly failed: readonly string[]
  readonly flaky: readonly string[]
  readonly flakyFiles: number
}

/**
 * One `bun test`: the results of each file, whether it exited normally, and its cost, with the servers and commands of its tests.
 */
type Run = { readonly files: Map<string, FileResult>; readonly isGreen: boolean; readonly cost: string }

/** The time that an interrupted run has to end its processes (ms). */
const partingMs = 10_000

let running: Bun.Subprocess | null = null

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    end('SIGTERM')
    if (running === null) process.exit(1)
    running.exited.then(() => process.exit(1))
  })
}

/**
 * Runs phase after phase, and each failed file once more alone. A file that passes alone is flaky: it is named with its first
 * error and counts as passed. More such files than `limits.flaky` are failures, and none of them runs again.
 */
export async function runPhases(phases: readonly Phase[], limits: Limits): Promise<Verdict> {
  const verdict = { passed: 0, failed: [] as string[], flaky: [] as string[], flakyFiles: 0 }
  for (const phase of phases.filter(({ files }) => files.length > 0)) {
    process.stdout.write(`\n== ${phase.name}: ${phase.files.length} files\n`)
    const { files, isGreen, cost } = await run(phase, phase.files, limits)
    process.stdout.write(`\n== ${phase.name}: ${cost}\n`)
    const red = [...files].filter(([, { failures }]) => failures.length > 0)
    const isHopeless = verdict.flakyFiles + red.length > limits.flaky
    if (red.length > 0 && isHopeless) process.stdout.write(`\n${red.length} files failed: none is run again.\n`)
    for (const [file, first] of red) {
      const told = first.failures.map((failure) => inShort(phase, file, failure))
      if (isHopeless) {
        verdict.failed.push(...told)
        continue
      }
      process.stdout.write(`\nAgain, alone: ${file}\n`)
      const again = await run(phase, [file], limits)
      const now = again.files.get(file)
      const isFlaky = again.isGreen && now !== undefined && now.failures.length === 0 && now.passed > 0
      if (now !== undefined) files.set(file, now)
      if (isFlaky) {
        verdict.flakyFiles++
        verdict.flaky.push(...told)
      } else verdict.failed.push(...(now?.failures.length ? now.failures.map((failure) => inShort(phase, file, failure)) : told))
    }
    if (!isGreen && red.length === 0) verdict.failed.push(`${phase.name}: bun test left in red, and no file says why`)
    for (const { passed } of files.values()) verdict.passed += passed
  }
  if (verdict.passed === 0 && verdict.failed.length === 0) verdict.failed.push('no test was run')
  return verdict
}

/** The last lines of a run: failures, flaky tests, the number of flaky files, and the two counts. */
export function verdictLines({ passed, failed, flaky, flakyFiles }: Verdict): string {
  const lines = [...failed.map((line) => `FAILED ${line}`), ...flaky.map((line) => `FLAKY ${line}`)]
  return [...lines, `${flakyFiles} flaky`, `${passed} passed, ${failed.length} failed`].join('\n')
}

/** Runs one `bun test`. Interrupts it if it is silent or runs for too long, and then prints the running tests. */
async function run(phase: Phase, files: readonly string[], limits: Limits): Promise<Run> {
  const folder = mkdtempSync(join(roomyFolder(), 'charabanc-run-'))
  // A server of another user, such as PostgreSQL's, must pass through this folder.
  chmodSync(folder, 0o711)
  const report = join(folder, 'report.xml')
  const spread = files.length === 1 || phase.parallel === 1 ? [] : [`--parallel=${phase.parallel}`]
  const words = [`--timeout=${limits.test}`, '--reporter=junit', `--reporter-outfile=${report}`, ...spread]
  const child = Bun.spawn([process.execPath, 'test', '--no-orphans', ...words, ...files.map((file) => `./${file}`)], {
    env: { ...process.env, TMPDIR: folder, ...phase.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running = child
  const startedAt = performance.now()
  let spokeAt = startedAt
  let interruptedAt = 0
  let why = ''
  let said = ''
  const hear = async (stream: ReadableStream<Uint8Array>, out: NodeJS.WriteStream) => {
    const decoder = new TextDecoder()
    for await (const bytes of stream) {
      spokeAt = performance.now()
      said += decoder.decode(bytes, { stream: true })
      out.write(bytes)
    }
  }
  const watch = setInterval(() => {
    const now = performance.now()
    if (interruptedAt > 0) {
      if (now - interruptedAt > partingMs) end('SIGKILL')
      return
    }
    if (now - spokeAt > limits.silence) why = `said nothing for ${limits.silence / 1_000} s`
    else if (now - startedAt > limits.phase) why = `took longer than ${limits.phase / 1_000} s`
    else return
    interruptedAt = now
    end('SIGTERM')
  }, 500)
  const heard = Promise.all([hear(child.stdout, process.stdout), hear(child.stderr, process.stderr)])
  await child.exited
  clearInterval(watch)
  const seconds = [(performance.now() - startedAt) / 1_000, Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000_000]
  const cost = `${seconds.map(Math.round).join(' s, ')} CPU s`
  endOrphans(folder)
  await Promise.race([heard, Bun.sleep(2_000)])
  running = null
  const results = existsSync(report) ? readReport(readFileSync(report, 'utf8')) : new Map<string, FileResult>()
  rmSync(folder, { recursive: true, force: true })
  addUnreported(results, files, said, why)
  return { files: results, isGreen: child.exitCode === 0 && why === '', cost }
}

/**
 * Adds failures that only the console shows. The report omits a file that did not load or died, and counts a half-run file as
 * passed.
 */
function addUnreported(results: Map<string, FileResult>, files: readonly string[], said: string, why: string): void {
  const fail = (file: string, error: string) => {
    const known = results.get(file) ?? { passed: 0, failures: [] }
    if (known.failures.length === 0) results.set(file, { passed: known.passed, failures: [{ test: '(the file)', error }] })
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal colour begins with a control character
  const plain = said.replace(/\x1b\[[0-9;]*m/g, '')
  for (const [, file = '', error = ''] of plain.matchAll(/^✗ (\S+\.test\.tsx?) \((.*)\)$/gm)) fail(file, error)
  for (const part of plain.split('Interrupted while still running:\n').slice(1)) {
    for (const [, file = ''] of part.matchAll(/^ {2}(\S+\.test\.tsx?) \(/gm))
      fail(file, `interrupted: the run ${why || 'was stopped'}`)
  }
  // An error thrown in a `describe` has no test, and later tests never begin. It may name its file; otherwise the file reported
  // last is its file.
  const [first = '', ...thrown] = plain.split('# Unhandled error between tests')
  let before = first
  for (const part of thrown) {
    const [, error = ''] = part.split(/^-{9,}$/m)
    const last = [...before.matchAll(/^(\S+\.test\.tsx?):$/gm)].at(-1)?.[1]
    const named = files.find((one) => error.includes(one)) ?? last
    if (named !== undefined) fail(named, 'an error between its tests')
    before += part
  }
  for (const one of files) {
    const known = results.get(one)
    if (known === undefined) fail(one, 'no result: it did not load, or was never begun')
    else if (known.passed === 0) fail(one, 'none of its tests was run')
  }
}

function inShort({ name }: Phase, file: string, { test, error }: { readonly test: string; readonly error: string }): string {
  const firstLines = error
    .trim()
    .split(/\s*\n\s*/)
    .slice(0, 3)
    .join(' | ')
  return `${file} > ${test}: ${firstLines} [${name}]`
}

/** Asks the run to end, which then ends its workers and they their servers; with SIGKILL it ends the whole group. */
function end(signal: 'SIGTERM' | 'SIGKILL'): void {
  if (running === null || running.exitCode !== null || running.signalCode !== null) return
  process.kill(signal === 'SIGKILL' ? -running.pid : running.pid, signal)
}

/** Ends the processes that a dead test left running: those without a parent that work in the run's folder. */
function endOrphans(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      if (parent === '1' && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended meanwhile, or belongs to another user.
    }
  }
}

/** The folder for the data of tests: in memory if there is room, so that nothing waits for a disk. */
function roomyFolder(): string {
  const memory = '/dev/shm'
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return resolve(tmpdir())
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir()
}
