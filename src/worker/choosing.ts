import type { WorkerContext } from '../actions/context.ts'
import { type ChosenDeliveries, chooseDeliveries, type Outlook } from '../actions/webhooks/chosen-deliveries.ts'
import type { AttemptResult } from '../actions/webhooks/deliveries.ts'
import type { Sender } from '../actions/webhooks/sending-lease.ts'
import type { InFlightCounts } from '../domain/delivery-slots.ts'

/** The selection of deliveries, round after round. It continues at the last position and reads only changes. */
export class Choosing {
  /** Subscription after which the next round begins. */
  #after = 0
  /** The queues as last read. They contain secrets, and are dropped at each settling. */
  #outlook: Outlook | null = null

  constructor(
    private readonly context: WorkerContext,
    private readonly sender: Sender,
  ) {}

  /** Selects deliveries to start now, beside those in flight. `results` count as settled. */
  async choose(inFlight: InFlightCounts, results: readonly AttemptResult[]): Promise<ChosenDeliveries> {
    const chosen = await chooseDeliveries(this.context, this.sender, inFlight, results, this.#after, this.#outlook)
    this.#after = chosen.after
    this.#outlook = chosen.outlook
    return chosen
  }

  /** Drops the read queues, because a settling has changed them. */
  forget(): void {
    this.#outlook = null
  }
}
