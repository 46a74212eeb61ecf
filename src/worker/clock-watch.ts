import type { Clock } from '../clock.ts'

/** A wall clock may drift a little, and a busy machine may look late; more than this is a jump. */
const usuallyToleratedMs = 5_000

/** Notices when the wall clock and the machine's steady one part ways. */
export class ClockWatch {
  #wall: number
  #steady = performance.now()

  /** Starts to watch `clock`. A difference of at most `toleratedMs` is no jump. */
  constructor(
    private readonly clock: Clock,
    private readonly toleratedMs = usuallyToleratedMs,
  ) {
    this.#wall = clock()
  }

  /** By how much the clock jumped since the last look (ms, negative for backwards); 0 when it did not. */
  jump(): number {
    const wall = this.clock()
    const steady = performance.now()
    const skew = wall - this.#wall - (steady - this.#steady)
    this.#wall = wall
    this.#steady = steady
    return Math.abs(skew) > this.toleratedMs ? Math.round(skew) : 0
  }
}
