import type { WebhookSettings, WorkerContext } from '../actions/context.ts'
import { type AttemptResult, settleAttempts } from '../actions/webhooks/deliveries.ts'
import type { Sender } from '../actions/webhooks/sending-lease.ts'
import type { InFlight } from './in-flight.ts'

/** Ratio of the disk's rest to the last settling's time: a settling of many results costs little more than one of few. */
const restPerSettling = 3
/** Longest rest of the disk (ms). */
const longestRestMs = 50
/** Number of results that end the rest early. */
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

  /** Whether storage refused the last results. Nothing more is sent until it accepts them. */
  get isOverdue(): boolean {
    return this.#isOverdue
  }

  /**
   * Milliseconds that results can still collect before a settling. A failure is settled immediately, because it can be due again.
   */
  restMs(results: readonly AttemptResult[]): number {
    if (results.length === 0 || results.length >= mostUnsettled || results.some(hasFailed)) return 0
    return Math.max(0, this.#restsUntil - performance.now())
  }

  /** Makes results durable and removes them from the register. Returns whether any failed and can be due again immediately. */
  async settle(results: readonly AttemptResult[]): Promise<boolean> {
    this.#isOverdue = true
    const startedAt = performance.now()
    await settleAttempts(this.context, this.sender, this.waitsMs, results)
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
