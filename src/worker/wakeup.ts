/** A sleep that can be cut short: by news of work, or for good. */
export class Wakeup {
  isStopped = false
  #ring: (() => void) | null = null
  #wasRung = false
  #onStop: (() => void) | null = null

  /** Sleeps `ms`, or until the next `ring`; one that came since the last sleep counts. */
  async sleep(ms: number): Promise<void> {
    if (this.#wasRung || this.isStopped) {
      this.#wasRung = false
      return
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#ring = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#ring = null
    this.#wasRung = false
  }

  /** Waits for `work`, once there was a stop only `patienceMs` longer. Rejects as `work` does. */
  async waitFor(work: Promise<unknown>, patienceMs: number): Promise<void> {
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    let timer: ReturnType<typeof setTimeout> | undefined
    this.#onStop = () => {
      timer = setTimeout(resolve, patienceMs)
    }
    if (this.isStopped) this.#onStop()
    await Promise.race([work, tooLong]).finally(() => {
      this.#onStop = null
      clearTimeout(timer)
    })
  }

  ring(): void {
    this.#wasRung = true
    this.#ring?.()
  }

  stop(): void {
    if (this.isStopped) return
    this.isStopped = true
    this.#ring?.()
    this.#onStop?.()
  }
}
