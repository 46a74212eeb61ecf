/**
 * Slots of the shared memory: number of signals, the last writer that found the file taken and the time of its try, and the
 * number of writers.
 */
const slots = { rings: 0, asker: 1, askedAt: 2, comers: 3 } as const

/** Milliseconds for which a request for the file counts. Its writer repeats it earlier, unless it got the file or died. */
const askedForMs = 250

/**
 * Signals to all threads when a writer of this process releases the file, so that the next one need not poll. It is only a
 * signal: the file itself decides, so that a dead thread blocks no other. A writer that finds the file taken records that, and
 * the next release gives way to it; otherwise a thread that writes without a pause would keep it.
 */
export class WriterBell {
  readonly #rings: Int32Array<SharedArrayBuffer>

  /** With the `shared` memory of another thread's bell it is the same bell. */
  constructor(readonly shared = new SharedArrayBuffer(Object.keys(slots).length * Int32Array.BYTES_PER_ELEMENT)) {
    this.#rings = new Int32Array(shared)
  }

  wakeWriters(): void {
    Atomics.add(this.#rings, slots.rings, 1)
    Atomics.notify(this.#rings, slots.rings)
  }

  count(): number {
    return Atomics.load(this.#rings, slots.rings)
  }

  /** Resolves after more signals than `count`, at the latest after `ms`. */
  async wait(count: number, ms: number): Promise<void> {
    const rung = Atomics.waitAsync(this.#rings, slots.rings, count, ms)
    // The sleep keeps an otherwise idle process running; the other wait does not.
    if (rung.async) await Promise.race([rung.value, Bun.sleep(ms)])
  }

  /** The number of a new writer. */
  enter(): number {
    return Atomics.add(this.#rings, slots.comers, 1) + 1
  }

  /** Records that a writer needs the file and found it taken. */
  ask(writer: number): void {
    Atomics.store(this.#rings, slots.askedAt, readSharedClock())
    Atomics.store(this.#rings, slots.asker, writer)
  }

  /** Records that a writer has the file. */
  have(writer: number): void {
    Atomics.compareExchange(this.#rings, slots.asker, writer, 0)
  }

  /** Whether another writer recently requested the file and has not had it yet. */
  isAskedByOther(writer: number): boolean {
    const asker = Atomics.load(this.#rings, slots.asker)
    if (asker === 0 || asker === writer) return false
    return ((readSharedClock() - Atomics.load(this.#rings, slots.askedAt)) | 0) < askedForMs
  }
}

/** Milliseconds of a clock that all threads share. */
function readSharedClock(): number {
  return Date.now() | 0
}
