import type { WebhookSettings, WorkerContext } from '../actions/context.ts'
import { type AttemptResult, settle } from '../actions/webhooks/deliveries.ts'
import type { Sender } from '../actions/webhooks/sending-lease.ts'
import type { InFlight } from './in-flight.ts'

/** Multiple of the time a settling took for which the disk rests: one of many results costs little more than one of few. */
const restPerSettling = 3
/** Longest rest of the disk (ms). */
const longestRestMs = 50
/** Number of results that end the rest. */
const mostUnsettled = 256

/** The results of requests on their way into storage. They stay in the register until they are durable. */
export class Settling {
  /** Instant of the machine's steady clock until which the disk rests (ms). */
  #restsUntil = 0
  #isOverdue = false

  constructor(
    private readonly context: WorkerContext,
    private readonly sender: Sender,
    private readonly waitsMs: WebhookSettings['waitsMs'],
    private readonly inFlight: InFlight,
  ) {}

  /** Whether storage took no results the last time. Until it takes them nothing more is sent. */
  get isOverdue(): boolean {
    return this.#isOverdue
  }

  /** Milliseconds that results may still gather before they are settled. One that failed is settled at once: it may be due again. */
  restMs(results: readonly AttemptResult[]): number {
    if (results.length === 0 || results.length >= mostUnsettled || results.some(hasFailed)) return 0
    return Math.max(0, this.#restsUntil - performance.now())
  }

  /** Makes results durable and lets the register forget them. Answers whether any failed, and may be due again at once. */
  async settle(results: readonly AttemptResult[]): Promise<boolean> {
    this.#isOverdue = true
    const startedAt = performance.now()
    await settle(this.context, this.sender, this.waitsMs, results)
    this.#isOverdue = false
    this.inFlight.forget(results)
    const endedAt = performance.now()
    this.#restsUntil = endedAt + Math.min(longestRestMs, restPerSettling * (endedAt - startedAt))
    return results.some(hasFailed)
  }
}

function hasFailed({ outcome }: AttemptResult): boolean {
  return outcome.error !== null
}
