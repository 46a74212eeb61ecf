import { type Clock, labClock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'

/** The clock of this configuration. */
export function clockOf(config: Config): Clock {
  return config.clockFile === null ? systemClock() : labClock(config.clockFile)
}
