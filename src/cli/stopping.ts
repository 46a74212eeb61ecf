import { forcedAfterSeconds, type LastResort } from '../gateways/last-resort.ts'
import { exit } from './exit.ts'

/**
 * Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. With a last resort it does so whatever the
 * threads do, and without a word to `process.on('exit')`; and the process is gone within half a minute of the first one.
 */
export function untilToldToStop(lastResort: LastResort | null = null): Promise<void> {
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
