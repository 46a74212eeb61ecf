import { numberOfDFGCompiles } from 'bun:jsc'
import { existsSync, readFileSync } from 'node:fs'
import { type Config, meddlingVariables } from '../config.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Instant (ms) at which this was written; a clock before it has never been set. */
const longAgo = Date.UTC(2026, 0, 1)

const jitMend = 'Take MemoryDenyWriteExecute= out of the unit file (and BUN_JSC_useJIT out of the environment).'

/** Whether machine and environment let the executable be what it is. */
export function examineMachine(config: Config, now: number): Finding[] {
  return [
    jit(),
    sync(),
    ...(now < longAgo ? [fail('clock', 'It was never set.', 'Set the clock, and have it kept by NTP.')] : []),
    ...(config.lab ? [warn('test mode', 'CHARABANC_LAB is set: the clock may be moved.', 'Unset it where customers book.')] : []),
    ...meddlingVariables().map((name) => warn('environment', `${name} is set and changes how charabanc runs.`, `unset ${name}`)),
  ]
}

/** Whether a server that runs as `pid` has memory that a JIT compiler writes its programs into; null where no one can say. */
export function jitOf(pid: number): Finding | null {
  try {
    const maps = readFileSync(`/proc/${pid}/maps`, 'utf8')
    if (maps === '') return null
    if (/ rwxp /.test(maps)) return null
    return fail('JIT', `The server (process ${pid}) runs without its JIT compiler, 17 times slower.`, jitMend)
  } catch {
    return null
  }
}

/**
 * Number of compilations that JavaScriptCore tells of any function where it compiles none. It is asked, because a busy
 * machine makes times lie.
 */
const compilesNone = 1_000_000

function jit(): Finding {
  const probe = () => 0
  // A function it never ran it knows nothing of.
  probe()
  if (numberOfDFGCompiles(probe) < compilesNone) return ok('JIT', 'Programs are compiled while they run.')
  return fail('JIT', 'Programs are not compiled while they run, which makes everything 17 times slower.', jitMend)
}

function sync(): Finding {
  if (existsSync('/run/systemd/timesync/synchronized')) return ok('time sync', 'The clock is kept by NTP.')
  const said = askTimedatectl()
  if (said === 'yes') return ok('time sync', 'The clock is kept by NTP.')
  if (said === 'no') return warn('time sync', 'The clock is not kept by NTP.', 'timedatectl set-ntp true')
  return ok('time sync', 'Whether the clock is kept by NTP cannot be read here.')
}

function askTimedatectl(): string | null {
  try {
    const words = ['timedatectl', 'show', '--property=NTPSynchronized', '--value']
    const { exitCode, stdout } = Bun.spawnSync(words, { timeout: 2_000, stdout: 'pipe', stderr: 'ignore', stdin: 'ignore' })
    return exitCode === 0 ? stdout.toString().trim() : null
  } catch {
    return null
  }
}
