import { spawnExecutable } from './command-line.ts'
import { eventually } from './eventually.ts'
import { patience } from './patience.ts'

/** The line that a process prints when it is ready. */
export type ReadyLine = { readonly url: string; readonly [member: string]: unknown }

/** One listening process of the compiled executable, over its stops and starts. */
export class ServerProcess {
  readonly #words: readonly string[]
  readonly #cwd: string
  #child: ReturnType<typeof spawnExecutable> | null = null
  #heard: Promise<unknown> = Promise.resolve()
  #ready: ReadyLine = { url: '' }
  #said = { stdout: '', stderr: '' }

  constructor(words: readonly string[], cwd: string) {
    this.#words = words
    this.#cwd = cwd
  }

  /** The line it printed when it was ready. */
  get ready(): ReadyLine {
    return this.#ready
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** All output and log lines of this start and the earlier ones. */
  get output(): { readonly stdout: string; readonly stderr: string } {
    return this.#said
  }

  /** Starts it, also after a stop, and waits until it is ready. */
  async start(env: Readonly<Record<string, string>>): Promise<void> {
    const alreadySaid = this.#said.stdout.length
    const child = spawnExecutable(this.#words, { env, cwd: this.#cwd })
    this.#child = child
    this.#heard = Promise.all([this.#listen(child.stdout, 'stdout'), this.#listen(child.stderr, 'stderr')])
    try {
      this.#ready = await eventually(() => {
        if (child.exitCode !== null || child.signalCode !== null) return { url: '' }
        return readyLine(this.#said.stdout.slice(alreadySaid))
      })
    } catch (fault) {
      child.kill('SIGKILL')
      throw new Error(`The server was never ready (${fault}). It said:\n${this.#said.stderr}`)
    }
    if (this.#ready.url !== '') return
    await this.#heard
    throw new Error(
      `The server left with ${child.exitCode ?? child.signalCode} before it was ready. It said:\n${this.#said.stderr}`,
    )
  }

  /** Asks it to stop and returns its exit code, after all its output was read. */
  async stop(signal: 'SIGTERM' | 'SIGINT'): Promise<number | null> {
    const child = this.#child
    if (!child) return null
    this.#child = null
    child.kill(signal)
    const killLater = (ms: number) => setTimeout(() => child.kill('SIGKILL'), ms)
    // Measuring the machine costs work, so it is measured only if a stop takes unusually long.
    let overdue = setTimeout(() => {
      overdue = killLater(patience(60_000) - 60_000)
    }, 60_000)
    await child.exited
    clearTimeout(overdue)
    await this.#heard
    return child.exitCode
  }

  /** Kills it with `kill -9`, without a chance to clean up. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    child?.kill('SIGKILL')
    await child?.exited
    await this.#heard
  }

  async #listen(stream: ReadableStream<Uint8Array>, name: 'stdout' | 'stderr'): Promise<void> {
    const decoder = new TextDecoder()
    for await (const bytes of stream) this.#said[name] += decoder.decode(bytes, { stream: true })
  }
}

function readyLine(said: string): ReadyLine | null {
  const line = said.split('\n').find((one) => one.startsWith('{') && one.endsWith('}') && one.includes('"listening"'))
  return line ? JSON.parse(line) : null
}
