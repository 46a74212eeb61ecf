import type { WorkerContext } from '../actions/context.ts'
import {
  clampDeliveryDueDates,
  keepSending,
  RivalLease,
  releaseSending,
  type Sender,
  takeOverSending,
} from '../actions/webhooks/sending-lease.ts'
import { ClockWatch } from './clock-watch.ts'

/**
 * The turn of a node to send webhooks. A single node takes it at the start and loses it only to a wrong clock. Of several nodes,
 * one has it while it runs.
 */
export class SendingTurn {
  #isHeld = true
  /** Due dates can be too far ahead after the clock was moved back, or after another node wrote them. */
  #mustClampDueDates = false
  readonly #rival = new RivalLease()
  readonly #clock: ClockWatch

  constructor(
    private readonly context: WorkerContext,
    private readonly sender: Sender,
  ) {
    this.#clock = new ClockWatch(context.clock)
  }

  /** Takes the turn if no other node can have it. */
  async begin(): Promise<void> {
    if (this.context.membership.isShared) this.#isHeld = false
    else await takeOverSending(this.context, this.sender)
  }

  /** Milliseconds until this node can ask for the turn; 0 if this node or no node has it. */
  async waitMs(): Promise<number> {
    return this.#isHeld ? 0 : this.#rival.untilFree(this.context, this.sender)
  }

  /** Extends the lease, or takes over an expired one. Returns whether this node now has the turn. */
  async keep(): Promise<boolean> {
    const isHeld = await keepSending(this.context, this.sender)
    const { log, membership } = this.context
    // With several nodes it can change whenever no delivery was due for a while.
    if (isHeld !== this.#isHeld)
      log[membership.isShared ? 'debug' : 'warn']({ isSender: isHeld }, 'another node now sends webhooks')
    this.#mustClampDueDates ||= isHeld && !this.#isHeld
    this.#isHeld = isHeld
    return isHeld
  }

  /** Corrects due dates after the clock was moved back, or after the turn came from another node. */
  async mindTheClock(): Promise<void> {
    const jumpMs = this.#clock.jump()
    if (jumpMs !== 0) this.context.log.warn({ jumpMs }, 'clock jumped')
    this.#mustClampDueDates ||= jumpMs < 0
    if (!this.#mustClampDueDates) return
    await clampDeliveryDueDates(this.context, this.sender)
    this.#mustClampDueDates = false
  }

  /** Allows the next node to send immediately. A failure is logged: the lease then expires. */
  async end(): Promise<void> {
    await releaseSending(this.context, this.sender).catch((fault) =>
      this.context.log.warn({ err: fault }, 'could not release the webhook lease'),
    )
  }
}
