/** A sleep that can be cut short: by news of work, or for good. */
export class Wakeup {
  isStopped = false
  #ring: (() => void) | null = null
  #wasRung = false

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

  ring(): void {
    this.#wasRung = true
    this.#ring?.()
  }

  stop(): void {
    this.isStopped = true
    this.#ring?.()
  }
}
