import { numberOfDFGCompiles } from 'bun:jsc'
import { existsSync, readFileSync } from 'node:fs'
import { type Config, listOverridingVariables } from '../config.ts'
import { createFailFinding, createOkFinding, createWarnFinding, type Finding } from './finding.ts'

/** Instant (ms) at which this code was written. A clock before it was never set. */
const longAgo = Date.UTC(2026, 0, 1)

const jitHint = 'Remove MemoryDenyWriteExecute= from the unit file and BUN_JSC_useJIT from the environment.'

/** Findings on the machine and the environment of the executable. */
export function examineMachine(config: Config, now: number): Finding[] {
  return [
    checkJit(),
    checkTimeSync(),
    ...(now < longAgo
      ? [createFailFinding('clock', 'The clock was never set.', 'Set the clock and synchronise it by NTP.')]
      : []),
    ...(config.lab
      ? [createWarnFinding('test mode', 'CHARABANC_LAB is set: the clock can be changed.', 'Unset it on a production server.')]
      : []),
    ...listOverridingVariables().map((name) =>
      createWarnFinding('environment', `${name} is set and changes the behaviour of charabanc.`, `unset ${name}`),
    ),
  ]
}

/** Whether a server with this `pid` has memory for JIT code; null if unknown. */
export function checkJitOfProcess(pid: number): Finding | null {
  try {
    const maps = readFileSync(`/proc/${pid}/maps`, 'utf8')
    if (maps === '') return null
    if (/ rwxp /.test(maps)) return null
    return createFailFinding('JIT', `The server (process ${pid}) runs without its JIT compiler, 17 times slower.`, jitHint)
  } catch {
    return null
  }
}

/**
 * JavaScriptCore reports this number of compilations for every function if the JIT is off. The time of a loop would mislead on a
 * busy machine.
 */
const compilesNone = 1_000_000

function checkJit(): Finding {
  const probe = () => 0
  // JavaScriptCore knows nothing about a function that never ran.
  probe()
  if (numberOfDFGCompiles(probe) < compilesNone) return createOkFinding('JIT', 'The JIT compiler works.')
  return createFailFinding('JIT', 'The JIT compiler is off, so everything runs 17 times slower.', jitHint)
}

function checkTimeSync(): Finding {
  if (existsSync('/run/systemd/timesync/synchronized')) return createOkFinding('time sync', 'NTP synchronises the clock.')
  const answer = askTimedatectl()
  if (answer === 'yes') return createOkFinding('time sync', 'NTP synchronises the clock.')
  if (answer === 'no') return createWarnFinding('time sync', 'NTP does not synchronise the clock.', 'timedatectl set-ntp true')
  return createOkFinding('time sync', 'The state of NTP cannot be read on this machine.')
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
