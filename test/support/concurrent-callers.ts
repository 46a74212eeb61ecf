import type { MarketAnswer } from './market.ts'

/** One call as its caller saw it; without an answer where the connection ended before one, or there was none to be had. */
export interface RecordedCall {
  readonly what: string
  readonly answer: MarketAnswer | null
  readonly isCutOff: boolean
  /** When it was made, as `performance.now()`, and how long it took (ms). */
  readonly at: number
  readonly ms: number
}

/** How long a caller is busy with other things between two calls, and before one is made again (ms). */
const paceMs = { between: 20, again: 100 }

/** Those who call a business at once, each one thing after another, and remember what they heard. */
export class ConcurrentCallers {
  readonly calls: RecordedCall[] = []
  #isOver = false
  readonly #calling: Promise<void>[] = []

  /** Nobody calls any more: they were told to end, or one of them heard what should not be. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** So many more call from now on, until told to end: `life` is what one does, again and again, and throws what should not be. */
  begin(count: number, life: (turn: string) => Promise<void>): void {
    const caller = async (who: number) => {
      for (let turn = 0; !this.#isOver; turn++) {
        await life(`${who}-${turn}`)
        // The pace of the load.
        await Bun.sleep(paceMs.between)
      }
    }
    for (let more = 0; more < count; more++) {
      const calling = caller(this.#calling.length)
      this.#calling.push(calling)
      calling.catch(() => {
        this.#isOver = true
      })
    }
  }

  /** Everyone ends what they are at; rejects as any of them did. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#calling)
  }

  /** Makes a call, once. */
  async callOnce(what: string, call: () => Promise<MarketAnswer>): Promise<MarketAnswer | null> {
    const at = performance.now()
    let isCutOff = false
    const answer = await call().catch((fault) => {
      // A load balancer tries the next node where it could not even connect.
      isCutOff = fault.code !== 'ECONNREFUSED'
      return null
    })
    this.calls.push({ what, answer, isCutOff, at, ms: performance.now() - at })
    return answer
  }

  /**
   * Makes a call again and again while it may be made again: where no answer came, at a 503, and while the first try is still in hand.
   * It should carry an Idempotency-Key.
   */
  async callUntilAnswered(what: string, call: () => Promise<MarketAnswer>): Promise<MarketAnswer> {
    for (;;) {
      const answer = await this.callOnce(what, call)
      if (answer !== null && !isPassing(answer)) return answer
      // As `Retry-After` has it, or sooner: the impatient are a load too.
      await Bun.sleep(paceMs.again)
    }
  }

  /** What was heard that is neither a success nor a failure that says when to come back, each once. */
  unexpected(): string[] {
    const odd = this.calls.flatMap(({ what, answer }) => {
      if (answer === null || answer.status < 300 || isPassing(answer)) return []
      return [`${what}: ${answer.status} ${answer.text}`]
    })
    return [...new Set(odd)]
  }

  /** The calls that were answered with a 503. */
  get refused(): RecordedCall[] {
    return this.calls.filter(({ answer }) => answer?.status === 503)
  }

  /** The calls that heard nothing before their connection ended. */
  get cutOff(): string[] {
    return this.calls.flatMap(({ what, isCutOff, ms }) => (isCutOff ? [`${what} after ${Math.round(ms)} ms`] : []))
  }
}

/** In the one shape of every failure, with a time to come back. */
function isPassing({ status, headers, json }: MarketAnswer): boolean {
  const { code, message, ...more } = json?.error ?? {}
  return (
    ['503 unavailable', '409 idempotency_in_progress'].includes(`${status} ${code}`) &&
    typeof message === 'string' &&
    Object.keys(more).length === 0 &&
    Number(headers.get('Retry-After')) >= 1 &&
    headers.has('X-Request-Id')
  )
}
