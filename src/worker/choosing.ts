import type { WorkerContext } from '../actions/context.ts'
import { type ChosenDeliveries, chooseDeliveries, type Outlook } from '../actions/webhooks/chosen-deliveries.ts'
import type { AttemptResult } from '../actions/webhooks/deliveries.ts'
import type { Sender } from '../actions/webhooks/sending-lease.ts'
import type { InFlightCounts } from '../domain/delivery-slots.ts'

/** The choice of deliveries, round after round: it goes on where the turn stopped, and reads only what has changed. */
export class Choosing {
  /** Subscription behind which the next turn begins. */
  #after = 0
  /** The queues as they were last read. They hold secrets, and are let go of with each settling. */
  #outlook: Outlook | null = null

  constructor(
    private readonly context: WorkerContext,
    private readonly sender: Sender,
  ) {}

  /** Chooses what may start now, beside what is in flight; `results` count as if they were settled. */
  async choose(inFlight: InFlightCounts, results: readonly AttemptResult[]): Promise<ChosenDeliveries> {
    const chosen = await chooseDeliveries(this.context, this.sender, inFlight, results, this.#after, this.#outlook)
    this.#after = chosen.after
    this.#outlook = chosen.outlook
    return chosen
  }

  /** Lets go of what was read, because a settling has changed it. */
  forget(): void {
    this.#outlook = null
  }
}
