/**
 * Rung whenever a writer of this process lets go of the file, in whatever thread, so that the next one need not ask again and again.
 * It only tells: whose turn it is says the file, so that a thread that dies holds up no other.
 */
export class WriterBell {
  readonly #rings: Int32Array<SharedArrayBuffer>

  /** With `shared` of another thread's bell it is the same one. */
  constructor(readonly shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#rings = new Int32Array(shared)
  }

  ring(): void {
    Atomics.add(this.#rings, 0, 1)
    Atomics.notify(this.#rings, 0)
  }

  /** How often it has rung. */
  count(): number {
    return Atomics.load(this.#rings, 0)
  }

  /** Resolves once it has rung more often than `count`, at the latest after `ms`. */
  async wait(count: number, ms: number): Promise<void> {
    const rung = Atomics.waitAsync(this.#rings, 0, count, ms)
    // The sleep keeps a process running that has nothing else to do; the other wait does not.
    if (rung.async) await Promise.race([rung.value, Bun.sleep(ms)])
  }
}
