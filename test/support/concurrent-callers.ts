import type { MarketAnswer } from './market.ts'

/** One call as its caller saw it. The answer is null if the connection ended before one or could not be opened. */
export interface RecordedCall {
  readonly what: string
  readonly answer: MarketAnswer | null
  readonly isCutOff: boolean
  /** The time of the call, as `performance.now()`, and its duration (ms). */
  readonly at: number
  readonly ms: number
}

/** The pause of a caller between two calls, and before a call is repeated (ms). */
const paceMs = { between: 20, again: 100 }

/** Callers who call a server concurrently, each one call after another, and record the answers. */
export class ConcurrentCallers {
  readonly calls: RecordedCall[] = []
  #isOver = false
  readonly #calling: Promise<void>[] = []

  /** Whether calling has ended: by request, or because a caller received a wrong answer. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Starts this many callers until the end: `life` is repeated, and throws on a wrong answer. */
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

  /** Waits for the end of all current calls; rejects if any caller failed. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#calling)
  }

  /** Makes a call, once. */
  async callOnce(what: string, call: () => Promise<MarketAnswer>): Promise<MarketAnswer | null> {
    const at = performance.now()
    let isCutOff = false
    const answer = await call().catch((fault) => {
      // A load balancer tries the next node if it cannot connect.
      isCutOff = fault.code !== 'ECONNREFUSED'
      return null
    })
    this.calls.push({ what, answer, isCutOff, at, ms: performance.now() - at })
    return answer
  }

  /**
   * Repeats a call while it may be repeated: without an answer, at a 503, and while the first attempt is in progress. The call
   * should carry an Idempotency-Key.
   */
  async callUntilAnswered(what: string, call: () => Promise<MarketAnswer>): Promise<MarketAnswer> {
    for (;;) {
      const answer = await this.callOnce(what, call)
      if (answer !== null && !isPassing(answer)) return answer
      // Sometimes sooner than `Retry-After`: impatient clients are a load too.
      await Bun.sleep(paceMs.again)
    }
  }

  /** The unexpected answers, each once. A success is expected, and a failure with Retry-After. */
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

  /** The calls that lost their connection without an answer. */
  get cutOff(): string[] {
    return this.calls.flatMap(({ what, isCutOff, ms }) => (isCutOff ? [`${what} after ${Math.round(ms)} ms`] : []))
  }
}

/** Whether a failure has the usual shape and a Retry-After. */
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
