import { type Clock, createLabClock, createSystemClock } from '../clock.ts'
import type { Config } from '../config.ts'

/** The clock of this configuration. */
export function createConfiguredClock(config: Config): Clock {
  return config.clockFile === null ? createSystemClock() : createLabClock(config.clockFile)
}
