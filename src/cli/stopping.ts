import { exit } from './exit.ts'

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false
    const hear = () => {
      if (isTold) process.exit(exit.failure)
      isTold = true
      resolve()
    }
    process.on('SIGTERM', hear)
    process.on('SIGINT', hear)
  })
}
