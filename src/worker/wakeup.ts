/** A sleep that can be interrupted by a wake-up or by a stop. */
export class Wakeup {
  isStopped = false
  #wake: (() => void) | null = null
  #wasRung = false
  #onStop: (() => void) | null = null

  /** Sleeps `ms`, or until the next `wake`. A ring since the last sleep counts. */
  async sleep(ms: number): Promise<void> {
    if (this.#wasRung || this.isStopped) {
      this.#wasRung = false
      return
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = null
    this.#wasRung = false
  }

  /** Waits for `work`, and after a stop at most `patienceMs` longer. Rejects as `work` does. */
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

  wake(): void {
    this.#wasRung = true
    this.#wake?.()
  }

  stop(): void {
    if (this.isStopped) return
    this.isStopped = true
    this.#wake?.()
    this.#onStop?.()
  }
}
