/** Writes with a delay, once for all changes until then. No timer runs without changes. */
export class WriteBehind {
  #timer: Timer | null = null

  constructor(
    private readonly afterMs: number,
    private readonly write: () => void,
  ) {}

  /** Schedules a write. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.write()
    }, this.afterMs).unref()
  }

  /** Stops the timer; the caller handles remaining writes. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
