import type { WorkerContext } from '../actions/context.ts'
import {
  clampDeliveryDueDates,
  handBackSending,
  keepSending,
  RivalLease,
  type Sender,
  takeOverSending,
} from '../actions/webhooks/sending-lease.ts'
import { ClockWatch } from './clock-watch.ts'

/**
 * The turn of a node to send webhooks. A node that shares its database with no one takes it at the start and loses it only to a wrong
 * clock; of several nodes one has it as long as it lives.
 */
export class SendingTurn {
  #isHeld = true
  /** Due dates lie too far ahead after the clock went back, and may where another node wrote them. */
  #mustClampDueDates = false
  readonly #rival = new RivalLease()
  readonly #clock: ClockWatch

  constructor(
    private readonly context: WorkerContext,
    private readonly sender: Sender,
  ) {
    this.#clock = new ClockWatch(context.clock)
  }

  /** Takes the turn where no other node can have it. */
  async begin(): Promise<void> {
    if (this.context.membership.isShared) this.#isHeld = false
    else await takeOverSending(this.context, this.sender)
  }

  /** Milliseconds until this node may ask for the turn; 0 where it has it, or where no one does. */
  async waitMs(): Promise<number> {
    return this.#isHeld ? 0 : this.#rival.untilFree(this.context, this.sender)
  }

  /** Prolongs the lease, or takes up one that ran out. Answers whether this node now has the turn. */
  async keep(): Promise<boolean> {
    const isHeld = await keepSending(this.context, this.sender)
    const { log, membership } = this.context
    // Among several nodes it may change whenever there was nothing to send for a while.
    if (isHeld !== this.#isHeld)
      log[membership.isShared ? 'debug' : 'warn']({ isSender: isHeld }, 'whose turn it is to send webhooks has changed')
    this.#mustClampDueDates ||= isHeld && !this.#isHeld
    this.#isHeld = isHeld
    return isHeld
  }

  /** Brings back due dates where the clock was moved back, or the turn has come from another node. */
  async mindTheClock(): Promise<void> {
    const jumpMs = this.#clock.jump()
    if (jumpMs !== 0) this.context.log.warn({ jumpMs }, 'the clock jumped')
    this.#mustClampDueDates ||= jumpMs < 0
    if (!this.#mustClampDueDates) return
    await clampDeliveryDueDates(this.context, this.sender)
    this.#mustClampDueDates = false
  }

  /** Lets the next one send at once. A failure is logged: the lease then runs out by itself. */
  async end(): Promise<void> {
    await handBackSending(this.context, this.sender).catch((fault) =>
      this.context.log.warn({ err: fault }, 'the lease of sending webhooks could not be handed back'),
    )
  }
}
