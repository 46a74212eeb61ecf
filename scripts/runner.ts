import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type FileResult, readReport } from './junit.ts'

/** Test files that run in one `bun test`, with the variables they need beside those of the environment. */
export interface Phase {
  readonly name: string
  /** Relative to the working folder. */
  readonly files: readonly string[]
  /** How many processes the files are spread over; one runs them one after another. */
  readonly parallel: number
  readonly env?: Readonly<Record<string, string>>
}

/** Times in milliseconds, and how many files may fail beside others and pass alone before that is a failure as well. */
export interface Limits {
  readonly test: number
  readonly silence: number
  readonly phase: number
  readonly flaky: number
}

/** What a run came to; each line names a file, a test and its first error. Of a flaky file each test that failed at first is named. */
export interface Verdict {
  readonly passed: number
  readonly failed: readonly string[]
  readonly flaky: readonly string[]
  readonly flakyFiles: number
}

/** One `bun test`: what it said of each file, whether it left as it should, and what it cost, servers and commands of its tests among it. */
type Run = { readonly files: Map<string, FileResult>; readonly isGreen: boolean; readonly cost: string }

/** How long a run that was interrupted has to end what it started (ms). */
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
 * Runs phase after phase, each file that failed once more alone, and tells flaky from broken: a file that passes alone is flaky,
 * named with its first error and counted as passed. More such files than `limits.flaky` are failures, and none of them is run again.
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

/** What a run came to, as the last lines of it say: what failed, what is flaky, how many files are, and the two counts. */
export function verdictLines({ passed, failed, flaky, flakyFiles }: Verdict): string {
  const lines = [...failed.map((line) => `FAILED ${line}`), ...flaky.map((line) => `FLAKY ${line}`)]
  return [...lines, `${flakyFiles} flaky`, `${passed} passed, ${failed.length} failed`].join('\n')
}

/** One `bun test`; it is interrupted when it is silent or at work for too long, and tells then what it was at. */
async function run(phase: Phase, files: readonly string[], limits: Limits): Promise<Run> {
  const folder = mkdtempSync(join(roomyFolder(), 'charabanc-run-'))
  // A server of another user, such as PostgreSQL's, finds its way through it.
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

/** The report says nothing of a file that did not load or whose process died, and calls passed what is half run: the console tells. */
function addUnreported(results: Map<string, FileResult>, files: readonly string[], said: string, why: string): void {
  const fail = (file: string, error: string) => {
    const known = results.get(file) ?? { passed: 0, failures: [] }
    if (known.failures.length === 0) results.set(file, { passed: known.passed, failures: [{ test: '(the file)', error }] })
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours a terminal begins with one
  const plain = said.replace(/\x1b\[[0-9;]*m/g, '')
  for (const [, file = '', error = ''] of plain.matchAll(/^✗ (\S+\.test\.tsx?) \((.*)\)$/gm)) fail(file, error)
  for (const part of plain.split('Interrupted while still running:\n').slice(1)) {
    for (const [, file = ''] of part.matchAll(/^ {2}(\S+\.test\.tsx?) \(/gm))
      fail(file, `interrupted: the run ${why || 'was stopped'}`)
  }
  // What a `describe` throws has no test to be told with, and those after it are never begun. It may name its file; else the one that was told of last is meant.
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

/** Asks the run to end, which then ends its workers and they their servers; with SIGKILL its whole group. */
function end(signal: 'SIGTERM' | 'SIGKILL'): void {
  if (running === null || running.exitCode !== null || running.signalCode !== null) return
  process.kill(signal === 'SIGKILL' ? -running.pid : running.pid, signal)
}

/** What a dead test left running goes too: whoever lost its parent and works in the run's folder. */
function endOrphans(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      if (parent === '1' && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended meanwhile, or is somebody else's.
    }
  }
}

/** Where tests keep their data: in memory where there is room, so that nothing waits for a disk. */
function roomyFolder(): string {
  const memory = '/dev/shm'
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return resolve(tmpdir())
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir()
}
