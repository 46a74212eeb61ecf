/** A line that is missing for so long was undone (ms). */
const missedForMs = 20_000

/**
 * The position to which a log has been read whose lines may come out of turn. Several write at once, and who took a
 * number first may be done last. A missing line is waited for.
 */
export class LogPosition {
  /** Numbers of the lines behind `from` that were seen. */
  readonly #seen = new Set<number>()
  /** Moment at which something was missing, and the last line there was then. */
  #missing: { readonly since: number; readonly last: number } | null = null

  /** `from` is the last line before which none is asked for. */
  constructor(public from: number) {}

  /** Takes in lines. Answers those behind `from` that were not seen before, in their order. */
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
