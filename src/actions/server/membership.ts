import type { Clock } from '../../clock.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Log } from '../../log.ts'
import { readDatabaseTime } from '../../storage/database-time.ts'
import { keepNode } from '../../storage/locks.ts'
import { findNode, reviveNode, saveBeat } from '../../storage/queries/nodes.ts'
import type { Reader, Storage, Writer } from '../../storage/storage.ts'
import { deadAfterMs, declareSilentNodesDead, listDifferingNodes, type NodeIdentity } from './nodes.ts'

/** The standing of a process among the nodes that share its database. */
export type Membership = {
  /** False if this process is the only one on the database. */
  readonly isShared: boolean
  /** Whether the unfinished work of this boot can be taken over. In a transaction, pass its handle. */
  isDead(bootId: string, db?: Reader): Promise<boolean>
  /** Whether this node may send, claim and charge: its last beat is recent, and its clock is right. */
  mayAct(): boolean
  /** Refuses `unavailable` in the transaction of a node that may not act; until its end this node cannot be declared dead. */
  requireAlive(tx: Writer): Promise<void>
  /** Sends another beat of this node. Refuses `unavailable` if the database does not accept it in time. */
  requireHeartbeat(): Promise<void>
  /** Reason, as a sentence, why this node may not act; null while it may. */
  trouble(): string | null
  /** Faults that do not stop a node's work, a sentence each. */
  warnings(): readonly string[]
}

/**
 * The membership of a process that has the database to itself, as a lock on its data folder ensures. Any other boot is
 * dead.
 */
export function createSoleMembership(bootId: string): Membership {
  return {
    isShared: false,
    isDead: async (other) => other !== bootId,
    mayAct: () => true,
    requireAlive: async () => {},
    requireHeartbeat: async () => {},
    trouble: () => null,
    warnings: () => [],
  }
}

/** Times of a node (ms): between beats, of silence until it stops acting, and of silence until it is declared dead. */
export type NodeTimes = { readonly beatEveryMs: number; readonly actsForMs: number; readonly deadAfterMs: number }

const usualTimes: NodeTimes = { beatEveryMs: 2_000, actsForMs: 8_000, deadAfterMs }

/** A clock that differs from the database's by more than the first (ms) is logged; by more than the second it stops the node. */
const clockLimits = { told: 500, unusable: 2_000 }

/** Milliseconds after which the nodes compare their settings again. */
const compareEveryMs = 30_000

type LifeSign = {
  readonly isAlive: boolean
  /** Instant (ms) at which the boot was certainly alive, by the steady clock of this thread. */
  readonly aliveAt: number
  readonly skewMs: number
}

type MemberOf = {
  /** Storage for the beats of the node, without slow work on its connections. */
  readonly storage: Storage
  /** Storage for questions about other boots while calls are answered. */
  readonly lookups: Storage
  readonly identity: NodeIdentity
  readonly clock: Clock
  /** The machine's own clock; null in test mode, which sets the time. */
  readonly machineClock: Clock | null
  readonly log: Log['log']
  /** One thread of a process beats and checks the other nodes; the other threads only read the result. */
  readonly isBeating: boolean
  readonly times?: NodeTimes
}

/** One of several nodes, as one thread of its process sees it. */
export class NodeMember implements Membership {
  readonly isShared = true
  readonly #of: MemberOf
  readonly #times: NodeTimes
  readonly #timer: Timer
  /** Beat in progress: it resolves to its fault, or to null after success. */
  #round: Promise<unknown> | null = null
  /** Instants by the steady clock: until when it may act, and since when it was never silent for too long. */
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
    this.#timer = setInterval(() => this.beatNow(), this.#times.beatEveryMs).unref()
  }

  /** Opens the membership of a boot that has joined. Rejects if the database does not answer. */
  static async open(of: MemberOf): Promise<NodeMember> {
    const member = new NodeMember(of)
    try {
      await member.#refreshLife()
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

  async requireAlive(tx: Writer): Promise<void> {
    const trouble = this.trouble() ?? ((await keepNode(tx, this.#of.identity.bootId)) ? null : thoughtDead)
    if (trouble !== null) throw new Refusal('unavailable', trouble, {}, 2)
  }

  trouble(): string | null {
    if (this.#isReplaced) return 'Another process uses the name of this node.'
    if (this.#isFenced) return thoughtDead
    if (performance.now() > this.#actsUntil) return 'This node could not renew its lease in the database.'
    return Math.abs(this.#skewMs) > clockLimits.unusable ? this.#clockSentence() : null
  }

  warnings(): readonly string[] {
    const isClockOff = Math.abs(this.#skewMs) > clockLimits.told
    const others = this.#differing.length
    return [
      ...(isClockOff ? [this.#clockSentence()] : []),
      ...(others === 0 ? [] : [`${others} other ${others === 1 ? 'node has' : 'nodes have'} different settings.`]),
    ]
  }

  /** Beats or checks now; resolves when that is done or has failed. */
  async beatNow(): Promise<void> {
    await this.#beatOnce()
  }

  async requireHeartbeat(): Promise<void> {
    const fault = await this.#beatOnce()
    if (fault !== null) throw fault
  }

  /** Stops the beats. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  /** Shares one beat among simultaneous callers. */
  #beatOnce(): Promise<unknown> {
    this.#round ??= this.#refreshLife()
      .then(() => null)
      .catch((fault) => {
        this.#of.log.debug({ err: fault }, "could not renew this node's lease")
        return fault
      })
      .finally(() => {
        this.#round = null
      })
    return this.#round
  }

  async #refreshLife(): Promise<void> {
    const heard = this.#of.isBeating ? await this.#beat() : await this.#look()
    this.#noteClock(heard.skewMs)
    this.#noteLife(heard)
    if (this.#of.isBeating && heard.isAlive) await this.#declareOthersDead()
  }

  #beat(): Promise<LifeSign> {
    const { storage, identity } = this.#of
    const { bootId } = identity
    return storage.transact(async (tx) => {
      const { at, ...asked } = await this.#askTime(tx)
      const isAlive = this.#isFenced ? await reviveNode(tx, bootId, at) : await saveBeat(tx, bootId, at)
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

  /**
   * The time of the database, and the certain part of this machine's clock error: the uncertainty of the round trip does not
   * count.
   */
  async #askTime(db: Reader) {
    const { machineClock } = this.#of
    const aliveAt = performance.now()
    const before = machineClock?.()
    const at = await readDatabaseTime(db)
    return { at, aliveAt, skewMs: skewOf(at, before ?? at, machineClock?.() ?? at) }
  }

  #noteLife({ isAlive, aliveAt }: LifeSign): void {
    if (isAlive) {
      if (this.#isFenced) this.#warnOnce('this node was declared dead and has rejoined')
      if (this.#actsUntil < aliveAt) this.#steadySince = aliveAt
      this.#actsUntil = aliveAt + this.#times.actsForMs
      this.#isFenced = false
      this.#isReplaced = false
      return
    }
    // The thread that beats has tried to join again by the second time.
    const isReplaced = this.#isFenced && this.#of.isBeating
    if (!this.#isFenced) this.#warnOnce('another node declared this node dead and took over its work')
    if (isReplaced && !this.#isReplaced) this.#warnOnce('another process uses the name of this node; this process stops working')
    this.#isReplaced = isReplaced
    this.#isFenced = true
  }

  /** One thread reports for all. */
  #warnOnce(phrase: string): void {
    if (this.#of.isBeating) this.#of.log.warn({ node: this.#of.identity.node }, phrase)
  }

  #noteClock(skewMs: number): void {
    const wasOff = Math.abs(this.#skewMs) > clockLimits.told
    const isOff = Math.abs(skewMs) > clockLimits.told
    this.#skewMs = skewMs
    if (isOff && !wasOff && this.#of.isBeating) this.#of.log.warn({ skewMs }, "clock differs from the database's clock")
  }

  /**
   * Declares silent nodes dead, and warns of settings that differ. Only a node with steady beats may do so: after an outage of
   * the database all nodes have been silent.
   */
  async #declareOthersDead(): Promise<void> {
    const { storage, identity, clock, log } = this.#of
    const now = performance.now()
    if (now - this.#steadySince >= this.#times.deadAfterMs) {
      const dead = await declareSilentNodesDead(storage, identity.bootId, this.#times.deadAfterMs, clock)
      if (dead.length > 0) log.warn({ boots: dead }, 'declared silent nodes dead')
    }
    if (now - this.#comparedAt < compareEveryMs) return
    this.#comparedAt = now
    const differing = await storage.read((db) => listDifferingNodes(db, identity.configHash))
    if (differing.length > 0 && differing.join() !== this.#differing.join())
      log.warn({ nodes: differing }, 'other nodes have different settings')
    this.#differing = differing
  }

  #clockSentence(): string {
    return `The clock of this machine differs from the database's clock by ${Math.abs(this.#skewMs / 1_000).toFixed(1)} s.`
  }
}

/**
 * Milliseconds that a clock is ahead (behind: negative) if it showed `before` and `after` around the instant `at`. It is 0 if the
 * clock may be right.
 */
function skewOf(at: number, before: number, after: number): number {
  return after < at ? after - at : Math.max(0, before - at)
}

const thoughtDead = 'The other nodes declared this node dead. It is rejoining them.'
