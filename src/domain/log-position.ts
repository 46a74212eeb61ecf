/** Milliseconds after which a missing line counts as undone. */
const missedForMs = 20_000

/**
 * The read position in a log whose lines can appear out of order. Simultaneous writers take numbers and finish in another
 * order, so a missing line is awaited.
 */
export class LogPosition {
  /** Numbers of the seen lines after `from`. */
  readonly #seen = new Set<number>()
  /** Time at which a line was first missing, and the last line at that time. */
  #missing: { readonly since: number; readonly last: number } | null = null

  /** `from` is the last line that is not awaited. */
  constructor(public from: number) {}

  /** Adds lines. Returns those after `from` that are new, in their order. */
  advance<Line extends { readonly id: number }>(lines: readonly Line[], steadyNow: number): Line[] {
    const fresh = lines.filter(({ id }) => id > this.from && !this.#seen.has(id))
    for (const { id } of fresh) this.#seen.add(id)
    this.#goOn()
    if (this.#seen.size === 0) this.#missing = null
    else this.#waitForMissing(steadyNow)
    return fresh
  }

  #goOn(): void {
    while (this.#seen.delete(this.from + 1)) this.from++
  }

  #waitForMissing(steadyNow: number): void {
    this.#missing ??= { since: steadyNow, last: Math.max(...this.#seen) }
    const { since, last } = this.#missing
    if (steadyNow - since < missedForMs) return
    for (const id of this.#seen) if (id <= last) this.#seen.delete(id)
    this.from = Math.max(this.from, last)
    this.#goOn()
    this.#missing = null
  }
}
