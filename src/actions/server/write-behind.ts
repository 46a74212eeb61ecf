/** Writes a while after there was something to write, once for all that came meanwhile. Where nothing comes, no timer runs. */
export class WriteBehind {
  #timer: Timer | null = null

  constructor(
    private readonly afterMs: number,
    private readonly write: () => void,
  ) {}

  /** Sees that what there is to write is written a while later. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.write()
    }, this.afterMs).unref()
  }

  /** Stops the timer; what is still to be written is left to the caller. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
