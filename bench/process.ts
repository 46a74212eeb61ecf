import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Subprocess } from 'bun'
import type { LoadOrder, LoadReport } from './load.ts'
import { cpuOf, cpuOfEach, cpuOfFamily, type Used } from './machine.ts'

/** A server that answers at an address until it is stopped. */
export interface Running extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** Nodes that answer alike: callers go from one to the next. */
  readonly others?: readonly Running[]
  /** The first process of its database, if that is separate. */
  readonly databasePid?: number
}

/** The running processes, each with the signal that ends it immediately. */
const children = new Map<Subprocess, NodeJS.Signals>()

/** Ends all running processes: a failed bench leaves no server behind. */
export function killChildren(): void {
  for (const [child, signal] of children) child.kill(signal)
}

/** The time after which a process is ended if it has not started to listen. */
const longestStartMs = 120_000

/** Starts a server, which prints a line of JSON with its `url` when it listens. Throws its output if it never does. */
export async function startProcess(command: readonly string[], env: Readonly<Record<string, string>>): Promise<Running> {
  const child = keep(
    Bun.spawn([...command], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    }),
  )
  const complaint = lastOf(child.stderr)
  const late = setTimeout(() => child.kill('SIGKILL'), longestStartMs)
  const ready = await firstLine(child.stdout, (line) => line.startsWith('{') && line.includes('"url"'))
  clearTimeout(late)
  if (ready === null) throw await leftEarly(command, child, complaint)
  return {
    url: JSON.parse(ready).url.replace(/\/$/, ''),
    pid: child.pid,
    [Symbol.asyncDispose]: () => end(child),
  }
}

/** Starts a PostgreSQL and waits for its ready message; its data may be lost at the end. */
export async function startPostgresProcess(command: readonly string[], cwd: string) {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' }
  const child = keep(Bun.spawn([...command], { cwd, env, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' }), 'SIGQUIT')
  const ready = await firstLine(child.stderr, (line) => line.includes('ready to accept connections'))
  if (ready === null) throw new Error(`${command.join(' ')} left with ${await child.exited} before it listened`)
  return { pid: child.pid, [Symbol.asyncDispose]: () => end(child, 'SIGQUIT') }
}

/** The command of a server for a given port. */
export type Listener = (port: number) => { readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }

/**
 * Starts a server without a ready message, and resolves when it answers under `path`. Throws its error output if it never does.
 */
export async function startListener(listener: Listener, path: string): Promise<Running> {
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const { command, env } = listener(port)
  const stdout = process.env.CHARABANC_BENCH_LOG === undefined ? 'ignore' : 'inherit'
  const child = keep(Bun.spawn([...command], { env: { ...process.env, ...env }, stdin: 'ignore', stdout, stderr: 'pipe' }))
  const complaint = lastOf(child.stderr)
  const late = performance.now() + longestStartMs
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(url + path).catch(() => null)
    if (answer?.ok) return { url, pid: child.pid, [Symbol.asyncDispose]: () => end(child) }
    if (performance.now() > late) child.kill('SIGKILL')
    await Bun.sleep(50)
  }
  throw await leftEarly(command, child, complaint)
}

async function leftEarly(command: readonly string[], { exited }: Subprocess, complaint: Promise<string>): Promise<Error> {
  const [code, said] = await Promise.all([exited, complaint])
  return new Error(`${command.join(' ')} left with ${code} before it listened: ${said === '' ? 'it said nothing' : said}`)
}

/** The most characters of a server's error output to keep. */
const longestComplaint = 2_000

/** The last text of a stream after its end; it is read continuously, so that its writer never waits. */
async function lastOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let said = ''
  for await (const bytes of stream) {
    if (process.env.CHARABANC_BENCH_LOG !== undefined) process.stderr.write(bytes)
    said = (said + decoder.decode(bytes, { stream: true })).slice(-longestComplaint)
  }
  return said.trim().replaceAll(/\s+/g, ' ')
}

function keep<Child extends Subprocess>(child: Child, atOnce: NodeJS.Signals = 'SIGKILL'): Child {
  children.set(child, atOnce)
  void child.exited.then(() => children.delete(child))
  return child
}

async function end(child: Subprocess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  child.kill(signal)
  await child.exited
}

export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  listener.stop(true)
  return listener.port
}

/** Runs a command to its end and returns its output. Throws its error output. */
export async function runProcess(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd?: string,
): Promise<string> {
  const child = Bun.spawn([...command], {
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ...(cwd !== undefined && { cwd }),
  })
  const [said, complaint, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${command.join(' ')} left with ${code}: ${complaint}${said}`)
  return said
}

/** The processor time so far of all nodes of a server, and of all processes of its database. */
export function cpuOfServer({ pid, others = [], databasePid }: Running): Used {
  const nodes = [pid, ...others.map((other) => other.pid)].reduce((sum, node) => sum + cpuOf(node), 0)
  return { nodes, database: databasePid === undefined ? 0 : cpuOfFamily(databasePid) }
}

export type Load = LoadReport & ReturnType<typeof cpuOfEach>

/** A running caller: `report` resolves at its end. */
export interface Calling {
  readonly report: Promise<Load>
  /** Ends it before its seconds have passed. */
  stop(): Promise<Load>
}

/** Runs a caller against the server, and measures the server's processor time for each answer (µs). */
export async function callServer(server: Running, order: Omit<LoadOrder, 'ports'>): Promise<Load> {
  const { report } = await startCalling(server, order)
  return report
}

/** Starts a caller; resolves when it has warmed up and its calls count. */
export async function startCalling(server: Running, order: Omit<LoadOrder, 'ports'>): Promise<Calling> {
  const command = [process.execPath, join(import.meta.dir, 'load.ts')]
  const caller = keep(Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' }))
  const ports = [server, ...(server.others ?? [])].map(({ url }) => Number(new URL(url).port))
  caller.stdin.write(JSON.stringify({ ...order, ports } satisfies LoadOrder))
  caller.stdin.end()
  const lines = linesOf(caller.stdout)
  await lines.next()
  const before = cpuOfServer(server)
  const finish = async () => {
    const { value } = await lines.next()
    const after = cpuOfServer(server)
    const [complaint, code] = await Promise.all([caller.stderr.text(), caller.exited])
    if (value === undefined || code !== 0) throw new Error(`the caller of ${server.url} left with ${code}: ${complaint}`)
    const report: LoadReport = JSON.parse(value)
    return { ...report, ...cpuOfEach(report.answers, before, after) }
  }
  const report = finish()
  return {
    report,
    stop() {
      caller.kill('SIGTERM')
      return report
    },
  }
}

/** The path of the executable that is measured. Throws if it was not built. */
export function executable(path = resolve(import.meta.dir, '../dist/charabanc')): string {
  if (!existsSync(path)) throw new Error(`There is no ${path}: \`bun run build\` makes it.`)
  return path
}

/** The first line that matches; later lines are read in the background. Null if none matches. */
async function firstLine(stream: ReadableStream<Uint8Array>, isIt: (line: string) => boolean): Promise<string | null> {
  const lines = linesOf(stream)
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    if (!isIt(line.value)) continue
    void drain(lines)
    return line.value
  }
  return null
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}

/** Reads the remaining lines, so that a server never waits for its reader. */
async function drain(lines: AsyncGenerator<string>): Promise<void> {
  for await (const _ of lines);
}
