import { forcedAfterSeconds, type LastResort } from '../gateways/last-resort.ts'
import { exit } from './exit.ts'

/**
 * Resolves at the first SIGTERM or SIGINT. A second signal ends the process immediately. With a last resort, it does so without
 * `process.on('exit')` whatever the threads do, and the process ends within 30 s of the first signal.
 */
export function waitForStopSignal(lastResort: LastResort | null = null): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false
    const hear = () => {
      if (isTold) process.exit(exit.failure)
      isTold = true
      lastResort?.enforce(forcedAfterSeconds)
      resolve()
    }
    process.on('SIGTERM', hear)
    process.on('SIGINT', hear)
    lastResort?.arm()
  })
}
