import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/support/free-port.ts'
import { runCommand } from './run-command.ts'

// `bun scripts/stripe-mock.ts COMMAND …` runs a command with Stripe's own stand-in, which STRIPE_MOCK names, and exits with the
// command's exit code. It is built once for all clones of a machine with Go; without Go the command runs without it.

const version = '0.203.0'
const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'charabanc')
const program = join(folder, `stripe-mock-${version}`)

/** The limit of a build, which takes a minute on an idle machine (ms). */
const buildMs = 300_000
const startMs = 30_000

const mock = process.env.STRIPE_MOCK === undefined ? await start() : null
let exitCode = 1
try {
  exitCode = await runCommand(mock === null ? {} : { STRIPE_MOCK: mock.address })
} finally {
  mock?.child.kill()
  await mock?.child.exited
}
process.exit(exitCode)

async function start() {
  if (!existsSync(program)) {
    const why = build()
    if (why !== null) return without(why)
  }
  const address = `127.0.0.1:${freePort()}`
  const child = Bun.spawn([program, '-strict-version-check', '-http-addr', address], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const deadline = performance.now() + startMs
  while (child.exitCode === null && performance.now() < deadline) {
    // It listens, whatever it answers.
    if (await fetch(`http://${address}/`).catch(() => null)) return { address, child }
    await Bun.sleep(20)
  }
  child.kill()
  return without('it did not start')
}

/** Builds the stand-in; returns the reason if that fails. */
function build(): string | null {
  const go = [Bun.which('go'), '/usr/local/go/bin/go'].find((one) => one !== null && isRecent(one))
  if (go == null) return 'there is no Go of 1.22 or later'
  mkdirSync(folder, { recursive: true })
  const home = mkdtempSync(join(folder, 'build-'))
  try {
    const { success, exitedDueToTimeout, stderr } = Bun.spawnSync([go, 'install', `github.com/stripe/stripe-mock@v${version}`], {
      // Outside of the clone: Go would treat its folders as its own.
      cwd: tmpdir(),
      env: { ...process.env, GOBIN: home, GOFLAGS: '' },
      stdout: 'ignore',
      timeout: buildMs,
    })
    if (!success) return exitedDueToTimeout ? 'its build took too long' : `go install: ${`${stderr}`.trim().split('\n').at(-1)}`
    renameSync(join(home, 'stripe-mock'), program)
    return null
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function isRecent(go: string): boolean {
  if (!existsSync(go)) return false
  const said = Bun.spawnSync([go, 'version'], { cwd: tmpdir() }).stdout.toString()
  return Number(/go1\.(\d+)/.exec(said)?.[1] ?? 0) >= 22
}

function without(why: string): null {
  process.stderr.write(`without stripe-mock (${why}): no call is held against Stripe's own schema\n`)
  return null
}
