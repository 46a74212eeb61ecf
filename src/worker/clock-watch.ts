import type { Clock } from '../clock.ts'

/**
 * Greatest tolerated difference of clocks: a wall clock drifts a little, and a busy machine can look late. A larger difference
 * is a jump.
 */
const usuallyToleratedMs = 5_000

/** Detects a difference between the wall clock and the machine's steady clock. */
export class ClockWatch {
  #wall: number
  #steady = performance.now()

  /** Starts to watch `clock`. A difference of at most `toleratedMs` is not a jump. */
  constructor(
    private readonly clock: Clock,
    private readonly toleratedMs = usuallyToleratedMs,
  ) {
    this.#wall = clock()
  }

  /** The jump of the clock since the last call (ms, negative for backwards); 0 without one. */
  jump(): number {
    const wall = this.clock()
    const steady = performance.now()
    const skew = wall - this.#wall - (steady - this.#steady)
    this.#wall = wall
    this.#steady = steady
    return Math.abs(skew) > this.toleratedMs ? Math.round(skew) : 0
  }
}
