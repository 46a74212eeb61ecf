import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Subprocess } from 'bun'
import { databaseSettings } from './database.ts'
import { makeFolder } from './folder.ts'
import { isDeepRun } from './test-depth.ts'

/** The exit code and output of a command. */
export interface CommandResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  /** The data folder that the command works on. */
  readonly dataDir?: string
  /** Further variables; the command receives nothing else of the test's own environment. */
  readonly env?: Readonly<Record<string, string>>
  /** The folder that it runs in; by default an empty folder that is deleted afterwards. */
  readonly cwd?: string
}

const binary = resolve(import.meta.dir, '../../dist/charabanc')

/** The variable that names the executable of another release, to run instead. */
export const releaseVariable = 'TEST_RELEASE'

/**
 * Settings that delay the engine's optimising compiler tenfold in the gate. Compiling functions that are called a few more times
 * is 10 % of a start, and most test servers live for seconds. A deep run uses the defaults.
 */
const lateCompiling = isDeepRun
  ? {}
  : {
      BUN_JSC_thresholdForOptimizeAfterWarmUp: '10000',
      BUN_JSC_thresholdForOptimizeAfterLongWarmUp: '10000',
      BUN_JSC_thresholdForOptimizeSoon: '10000',
    }

const children = new Set<Subprocess>()

/** Starts the compiled executable with an environment of its own; it ends with the tests at the latest. */
export function spawnExecutable<Log extends 'pipe' | number = 'pipe'>(
  words: readonly string[],
  /** `log` is the descriptor for stderr, unless stderr is read here. */
  { dataDir, env = {}, cwd, log = 'pipe' as Log }: CommandOptions & { cwd: string; log?: Log },
) {
  const { [releaseVariable]: executable = binary, ...variables } = env
  if (!existsSync(executable)) throw new Error('There is no dist/charabanc: `bun run build` makes it.')
  const child = Bun.spawn([executable, ...words], {
    cwd,
    env: {
      PATH: '/usr/bin:/bin',
      ...lateCompiling,
      ...(dataDir === undefined ? {} : { CHARABANC_DATA_DIR: dataDir }),
      ...databaseSettings(dataDir),
      ...variables,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: log,
  })
  children.add(child)
  child.exited.then(() => children.delete(child))
  return child
}

/**
 * Runs a command of the compiled executable to its end: `await runExecutable(['key', 'list', '--operator', ref], { dataDir })`.
 */
export async function runExecutable(words: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  using elsewhere = makeFolder()
  const child = spawnExecutable(words, { cwd: elsewhere.path, ...options })
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { exitCode, stdout, stderr }
}

/** Runs a command with `--json` and returns the printed object; a failed command fails the test with its output. */
export async function runExecutableJson<T>(words: readonly string[], options: CommandOptions = {}): Promise<T> {
  const { exitCode, stdout, stderr } = await runExecutable([...words, '--json'], options)
  if (exitCode !== 0) throw new Error(`charabanc ${words.join(' ')} left with ${exitCode}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Ends every process that no test ended. */
export async function killChildProcesses(): Promise<void> {
  for (const child of children) {
    child.kill('SIGKILL')
    await child.exited
  }
}

/** Runs a command on a data folder as a user who owns none of its files; only root may do that. */
export async function runAsStranger(words: readonly string[], dataDir: string): Promise<CommandResult> {
  const child = Bun.spawn(
    ['setpriv', '--reuid=65532', '--regid=65532', '--clear-groups', binary, ...words, '--data-dir', dataDir],
    { env: { PATH: '/usr/bin:/bin' }, stdout: 'pipe', stderr: 'pipe' },
  )
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { exitCode, stdout, stderr }
}
