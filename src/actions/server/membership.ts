import type { Clock } from '../../clock.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Log } from '../../log.ts'
import { databaseTime } from '../../storage/database-time.ts'
import { keepNode } from '../../storage/locks.ts'
import { beatNode, findNode, reviveNode } from '../../storage/queries/nodes.ts'
import type { Reader, Storage, Writer } from '../../storage/storage.ts'
import { burySilentNodes, deadAfterMs, differingNodes, type NodeIdentity } from './nodes.ts'

/** The standing of a process among the nodes that share its database. */
export type Membership = {
  /** False where this process has the database to itself. */
  readonly isShared: boolean
  /** Whether what this boot has in hand may be taken over. In a transaction ask through its handle. */
  isDead(bootId: string, db?: Reader): Promise<boolean>
  /** Whether this node may send, claim and charge: it was heard of lately, and its clock is right. */
  mayAct(): boolean
  /** Refuses `unavailable` in the transaction of a node that may not act; until its end no one declares this node dead. */
  mustBeAlive(tx: Writer): Promise<void>
  /** Says once more that this node lives. Refuses `unavailable` where the database does not take that in time. */
  mustBeHeard(): Promise<void>
  /** Reason, as a sentence, why this node may not act; null while it may. */
  trouble(): string | null
  /** Faults that keep no node from its work, a sentence each. */
  warnings(): readonly string[]
}

/**
 * The membership of a process that has the database to itself, as a lock on its data folder ensures. Any other boot is
 * dead.
 */
export function soleMembership(bootId: string): Membership {
  return {
    isShared: false,
    isDead: async (other) => other !== bootId,
    mayAct: () => true,
    mustBeAlive: async () => {},
    mustBeHeard: async () => {},
    trouble: () => null,
    warnings: () => [],
  }
}

/** A node beats so often, stops acting by itself after that silence, and is declared dead after the last (ms). */
export type NodeTimes = { readonly beatEveryMs: number; readonly actsForMs: number; readonly deadAfterMs: number }

const usualTimes: NodeTimes = { beatEveryMs: 2_000, actsForMs: 8_000, deadAfterMs }

/** A clock that differs from the database's by more than the first is told of, by more than the second it is of no use (ms). */
const clockLimits = { told: 500, unusable: 2_000 }

/** Milliseconds after which the nodes compare their settings again. */
const compareEveryMs = 30_000

type LifeSign = {
  readonly isAlive: boolean
  /** By the steady clock of this thread, when the boot was alive for certain (ms). */
  readonly aliveAt: number
  readonly skewMs: number
}

type MemberOf = {
  /** Storage for what the node says of itself: on none of its connections may anything be slow. */
  readonly storage: Storage
  /** Storage for what is asked about other boots while calls are answered. */
  readonly lookups: Storage
  readonly identity: NodeIdentity
  readonly clock: Clock
  /** The machine's own clock; null in test mode, where time is what a test says. */
  readonly machineClock: Clock | null
  readonly log: Log['log']
  /** One thread of a process beats and looks after the others, the rest only look how it stands. */
  readonly isBeating: boolean
  readonly times?: NodeTimes
}

/** One of several nodes, as one thread of its process sees it. */
export class NodeMember implements Membership {
  readonly isShared = true
  readonly #of: MemberOf
  readonly #times: NodeTimes
  readonly #timer: Timer
  /** Round of being heard that goes on now: it brings its fault, or null once it was well. */
  #round: Promise<unknown> | null = null
  /** By the steady clock: until when it may act, and since when it was never silent for too long. */
  #actsUntil = Number.NEGATIVE_INFINITY
  #steadySince = Number.NEGATIVE_INFINITY
  #isFenced = false
  #isReplaced = false
  #skewMs = 0
  #differing: readonly string[] = []
  #comparedAt = Number.NEGATIVE_INFINITY

  private constructor(of: MemberOf) {
    this.#of = of
    this.#times = of.times ?? usualTimes
    this.#timer = setInterval(() => this.hearAgain(), this.#times.beatEveryMs).unref()
  }

  /** Opens the membership of a boot that has joined. Rejects where the database cannot be asked. */
  static async open(of: MemberOf): Promise<NodeMember> {
    const member = new NodeMember(of)
    try {
      await member.#hear()
      return member
    } catch (fault) {
      await member.close()
      throw fault
    }
  }

  readonly isDead = async (bootId: string, db?: Reader): Promise<boolean> => {
    if (bootId === this.#of.identity.bootId) return false
    const row = await (db === undefined ? this.#of.lookups.read((own) => findNode(own, bootId)) : findNode(db, bootId))
    return row === null || row.diedAt !== null
  }

  mayAct(): boolean {
    return this.trouble() === null
  }

  async mustBeAlive(tx: Writer): Promise<void> {
    const trouble = this.trouble() ?? ((await keepNode(tx, this.#of.identity.bootId)) ? null : thoughtDead)
    if (trouble !== null) throw new Refusal('unavailable', trouble, {}, 2)
  }

  trouble(): string | null {
    if (this.#isReplaced) return 'Another process runs under the name of this node.'
    if (this.#isFenced) return thoughtDead
    if (performance.now() > this.#actsUntil) return 'This node could not tell the others lately that it is alive.'
    return Math.abs(this.#skewMs) > clockLimits.unusable ? this.#clockSentence() : null
  }

  warnings(): readonly string[] {
    const isClockOff = Math.abs(this.#skewMs) > clockLimits.told
    const others = this.#differing.length
    return [
      ...(isClockOff ? [this.#clockSentence()] : []),
      ...(others === 0
        ? []
        : [`${others} other ${others === 1 ? 'node has' : 'nodes have'} settings that differ from this one's.`]),
    ]
  }

  /** Beats or looks now rather than at its next turn; resolves when that is done or has failed. */
  async hearAgain(): Promise<void> {
    await this.#hearOnce()
  }

  async mustBeHeard(): Promise<void> {
    const fault = await this.#hearOnce()
    if (fault !== null) throw fault
  }

  /** Says nothing more. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  /** All who want it at the same time share it. */
  #hearOnce(): Promise<unknown> {
    this.#round ??= this.#hear()
      .then(() => null)
      .catch((fault) => {
        this.#of.log.debug({ err: fault }, 'this node could not be heard of')
        return fault
      })
      .finally(() => {
        this.#round = null
      })
    return this.#round
  }

  async #hear(): Promise<void> {
    const heard = this.#of.isBeating ? await this.#beat() : await this.#look()
    this.#noteClock(heard.skewMs)
    this.#noteLife(heard)
    if (this.#of.isBeating && heard.isAlive) await this.#lookAfterOthers()
  }

  #beat(): Promise<LifeSign> {
    const { storage, identity } = this.#of
    const { bootId } = identity
    return storage.transact(async (tx) => {
      const { at, ...asked } = await this.#askTime(tx)
      const isAlive = this.#isFenced ? await reviveNode(tx, bootId, at) : await beatNode(tx, bootId, at)
      return { ...asked, isAlive }
    })
  }

  #look(): Promise<LifeSign> {
    const { storage, identity } = this.#of
    return storage.read(async (db) => {
      const { at, aliveAt, skewMs } = await this.#askTime(db)
      const row = await findNode(db, identity.bootId)
      return { isAlive: row?.diedAt === null, aliveAt: aliveAt - (at - (row?.beatAt ?? 0)), skewMs }
    })
  }

  /** The time of the database, and how far this machine's clock is off for certain: what the way there and back leaves open counts for nothing. */
  async #askTime(db: Reader) {
    const { machineClock } = this.#of
    const aliveAt = performance.now()
    const before = machineClock?.()
    const at = await databaseTime(db)
    return { at, aliveAt, skewMs: skewOf(at, before ?? at, machineClock?.() ?? at) }
  }

  #noteLife({ isAlive, aliveAt }: LifeSign): void {
    if (isAlive) {
      if (this.#isFenced) this.#tell('this node was thought dead, and has joined again')
      if (this.#actsUntil < aliveAt) this.#steadySince = aliveAt
      this.#actsUntil = aliveAt + this.#times.actsForMs
      this.#isFenced = false
      this.#isReplaced = false
      return
    }
    // The thread that beats has tried to join again by the second time.
    const isReplaced = this.#isFenced && this.#of.isBeating
    if (!this.#isFenced) this.#tell('this node was declared dead by another; what it had in hand is theirs')
    if (isReplaced && !this.#isReplaced)
      this.#tell('another process runs under the name of this node; this one does nothing more')
    this.#isReplaced = isReplaced
    this.#isFenced = true
  }

  /** One thread speaks for all. */
  #tell(phrase: string): void {
    if (this.#of.isBeating) this.#of.log.warn({ node: this.#of.identity.node }, phrase)
  }

  #noteClock(skewMs: number): void {
    const wasOff = Math.abs(this.#skewMs) > clockLimits.told
    const isOff = Math.abs(skewMs) > clockLimits.told
    this.#skewMs = skewMs
    if (isOff && !wasOff && this.#of.isBeating) this.#of.log.warn({ skewMs }, "the clock differs from the database's")
  }

  /**
   * Declares silent nodes dead, and warns of settings that differ. Only a node that was heard of steadily may say that
   * others are silent: after an outage of the database all of them have been.
   */
  async #lookAfterOthers(): Promise<void> {
    const { storage, identity, clock, log } = this.#of
    const now = performance.now()
    if (now - this.#steadySince >= this.#times.deadAfterMs) {
      const dead = await burySilentNodes(storage, identity.bootId, this.#times.deadAfterMs, clock)
      if (dead.length > 0) log.warn({ boots: dead }, 'nodes were not heard of and are declared dead')
    }
    if (now - this.#comparedAt < compareEveryMs) return
    this.#comparedAt = now
    const differing = await storage.read((db) => differingNodes(db, identity.configHash))
    if (differing.length > 0 && differing.join() !== this.#differing.join())
      log.warn({ nodes: differing }, 'nodes have settings that differ from this one')
    this.#differing = differing
  }

  #clockSentence(): string {
    return `The clock of this machine differs from the database's by ${Math.abs(this.#skewMs / 1_000).toFixed(1)} s.`
  }
}

/**
 * Milliseconds that a clock is ahead (behind: negative) which said `before` and `after` when it was `at` in between. It
 * is 0 where the clock may be right.
 */
function skewOf(at: number, before: number, after: number): number {
  return after < at ? after - at : Math.max(0, before - at)
}

const thoughtDead = 'This node was thought dead by the others, and joins them again.'
