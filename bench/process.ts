import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Subprocess } from 'bun'
import type { LoadOrder, LoadReport } from './load.ts'
import { cpuOf, cpuOfEach, cpuOfFamily, type Used } from './machine.ts'

/** A server that answers under an address until it is stopped. */
export interface Running extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** Nodes that answer alike: callers go from one to the next. */
  readonly others?: readonly Running[]
  /** The first process of its database, where that is another. */
  readonly databasePid?: number
}

/** What still runs, and what ends it at once. */
const children = new Map<Subprocess, NodeJS.Signals>()

/** Ends what still runs: a bench that fails leaves no server behind. */
export function killChildren(): void {
  for (const [child, signal] of children) child.kill(signal)
}

/** What neither listens nor leaves is ended after so long. */
const longestStartMs = 120_000

/** Starts a server, which prints a line of JSON with its `url` when it listens. Throws what it said where it never does. */
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

/** Starts a PostgreSQL, which says so when it is ready; what is in it need not outlive it. */
export async function startPostgresProcess(command: readonly string[], cwd: string) {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' }
  const child = keep(Bun.spawn([...command], { cwd, env, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' }), 'SIGQUIT')
  const ready = await firstLine(child.stderr, (line) => line.includes('ready to accept connections'))
  if (ready === null) throw new Error(`${command.join(' ')} left with ${await child.exited} before it listened`)
  return { pid: child.pid, [Symbol.asyncDispose]: () => end(child, 'SIGQUIT') }
}

/** What starts a server that is told which port to listen at. */
export type Listener = (port: number) => { readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }

/** Starts a server that says nothing, and resolves when it answers under `path`. Throws what it complained of where it never does. */
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

/** As much of what a server complains of is kept (characters). */
const longestComplaint = 2_000

/** The end of what a stream says, once it has ended; it is read on, so that its writer never waits. */
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

/** Runs a command to its end and gives back what it printed. Throws what it complained of. */
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

/** What all nodes of a server have used so far, and all processes of its database. */
export function cpuOfServer({ pid, others = [], databasePid }: Running): Used {
  const nodes = [pid, ...others.map((other) => other.pid)].reduce((sum, node) => sum + cpuOf(node), 0)
  return { nodes, database: databasePid === undefined ? 0 : cpuOfFamily(databasePid) }
}

export type Load = LoadReport & ReturnType<typeof cpuOfEach>

/** A caller that has begun: `report` comes when it is done. */
export interface Calling {
  readonly report: Promise<Load>
  /** Ends it before its seconds are over. */
  stop(): Promise<Load>
}

/** Has a caller call the server, and measures meanwhile what processor time each answer takes it (µs). */
export async function callServer(server: Running, order: Omit<LoadOrder, 'ports'>): Promise<Load> {
  const { report } = await startCalling(server, order)
  return report
}

/** The same; resolves when it has warmed up and what it does begins to count. */
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

/** The path of the executable that is measured. Throws when it has not been built. */
export function executable(path = resolve(import.meta.dir, '../dist/charabanc')): string {
  if (!existsSync(path)) throw new Error(`There is no ${path}: \`bun run build\` makes it.`)
  return path
}

/** The first line that is it, and nothing holds up those after it; null where none comes. */
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

/** Reads on, so that a server never waits for its reader. */
async function drain(lines: AsyncGenerator<string>): Promise<void> {
  for await (const _ of lines);
}
