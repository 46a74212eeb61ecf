/** Slots of the memory that threads share: rings, who asked for the file in vain and when, and how many have come. */
const slots = { rings: 0, asker: 1, askedAt: 2, comers: 3 } as const

/**
 * Milliseconds for which a request for the file counts. Its writer asks again well within them, unless answered or
 * dead.
 */
const askedForMs = 250

/**
 * Rung whenever a writer of this process lets go of the file, in whatever thread, so that the next one need not ask again and again.
 * It only tells: whose turn it is says the file, so that a thread that dies holds up no other. Who wants the file and finds it taken
 * says so, and who has just had it lets them in: else one that writes without a pause would keep it.
 */
export class WriterBell {
  readonly #rings: Int32Array<SharedArrayBuffer>

  /** With `shared` of another thread's bell it is the same one. */
  constructor(readonly shared = new SharedArrayBuffer(Object.keys(slots).length * Int32Array.BYTES_PER_ELEMENT)) {
    this.#rings = new Int32Array(shared)
  }

  ring(): void {
    Atomics.add(this.#rings, slots.rings, 1)
    Atomics.notify(this.#rings, slots.rings)
  }

  /** Number of times it has rung. */
  count(): number {
    return Atomics.load(this.#rings, slots.rings)
  }

  /** Resolves once it has rung more often than `count`, at the latest after `ms`. */
  async wait(count: number, ms: number): Promise<void> {
    const rung = Atomics.waitAsync(this.#rings, slots.rings, count, ms)
    // The sleep keeps a process running that has nothing else to do; the other wait does not.
    if (rung.async) await Promise.race([rung.value, Bun.sleep(ms)])
  }

  /** The number of a writer that is new here. */
  enter(): number {
    return Atomics.add(this.#rings, slots.comers, 1) + 1
  }

  /** Says that a writer wants the file and found it taken. */
  ask(writer: number): void {
    Atomics.store(this.#rings, slots.askedAt, clock())
    Atomics.store(this.#rings, slots.asker, writer)
  }

  /** Says that a writer has the file. */
  have(writer: number): void {
    Atomics.compareExchange(this.#rings, slots.asker, writer, 0)
  }

  /** Whether another writer asked for the file a moment ago and has not had it yet. */
  isAskedByOther(writer: number): boolean {
    const asker = Atomics.load(this.#rings, slots.asker)
    if (asker === 0 || asker === writer) return false
    return ((clock() - Atomics.load(this.#rings, slots.askedAt)) | 0) < askedForMs
  }
}

/** Milliseconds that all threads count alike. */
function clock(): number {
  return Date.now() | 0
}
