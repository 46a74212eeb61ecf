import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { actsAsAdmin } from '../../domain/ability.ts'
import { type ActivityKind, listReadableKinds } from '../../domain/activity.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { LogPosition } from '../../domain/log-position.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type ActivityNews, findNewestActivityId, listActivitiesAfter } from '../../storage/queries/activities.ts'
import { type Listening, listListeningCredentials } from '../../storage/queries/credentials.ts'
import type { Reader, Storage } from '../../storage/storage.ts'

/** A stream to a device. */
export type LiveStream = {
  tell(news: ActivityNews): void
  /** Sends an empty beat, so that no proxy closes a silent stream. */
  beat(): void
  end(): void
}

/**
 * Milliseconds between two reads of the log. Writers signal immediately; this read finds a lost signal, and what another process
 * writes to a file.
 */
const lookEveryMs = 1_000
/** Reads without activity after which a stream gets a beat. */
const looksBetweenBeats = 15
/** Milliseconds after which every stream ends if its access cannot be checked. */
const trustedForMs = 10_000
const mostStreams = 20
const mostNews = 1_000

type OpenStream = {
  readonly stream: LiveStream
  readonly operatorId: number
  readonly credentialId: number
  /** Whether the stream receives activity yet. It receives nothing from before it opened. */
  isHearing: boolean
}

/**
 * Sends the activity of accounts to their open streams, from every process and node. The log is the source: a signal only makes
 * the next read earlier. Access is checked in the same snapshot, so that a stream receives nothing after a revocation.
 */
export class LiveActivities {
  readonly #storage: Pick<Storage, 'read'>
  readonly #clock: Clock
  readonly #log: Pick<Logger, 'warn'>
  readonly #open = new Set<OpenStream>()
  #position: Promise<LogPosition> | null = null
  #timer: Timer | undefined
  #looks = 0
  #lookedAt = 0
  #looking: Promise<void> | null = null
  #wasRung = false
  #isClosed = false

  constructor(storage: Pick<Storage, 'read'>, clock: Clock, log: Pick<Logger, 'warn'>) {
    this.#storage = storage
    this.#clock = clock
    this.#log = log
  }

  /**
   * Opens a stream of new activity that the caller can read; the returned function closes it. Refuses `rate_limited` for more
   * than 20 streams of one credential, and `unavailable` while the server stops.
   */
  async open({ operatorId, credential }: PortalCaller, stream: LiveStream): Promise<() => void> {
    if (this.#isClosed) throw new Refusal('unavailable', 'The server is stopping.', {}, 1)
    const theirs = [...this.#open].filter(({ credentialId }) => credentialId === credential.id)
    if (theirs.length >= mostStreams) {
      throw new Refusal('rate_limited', `You can open at most ${mostStreams} streams at the same time.`, {}, looksBetweenBeats)
    }
    const open: OpenStream = { stream, operatorId, credentialId: credential.id, isHearing: false }
    this.#open.add(open)
    try {
      this.#position ??= this.#begin()
      await this.#position
      this.wakeStreams()
      await this.#looking
      open.isHearing = true
      return () => this.#remove(open)
    } catch (fault) {
      this.#remove(open)
      throw fault
    }
  }

  /** Reads the log immediately after a signal of new activity. */
  wakeStreams(): void {
    if (this.#open.size === 0) return
    this.#wasRung = true
    this.#looking ??= this.#lookAsRung().finally(() => {
      this.#looking = null
    })
  }

  /** Ends every stream, for good. */
  close(): void {
    this.#isClosed = true
    for (const open of this.#open) this.#end(open)
  }

  async #begin(): Promise<LogPosition> {
    this.#lookedAt = performance.now()
    this.#timer = setInterval(() => this.#tick(), lookEveryMs)
    return new LogPosition(await this.#storage.read(findNewestActivityId))
  }

  #tick(): void {
    this.wakeStreams()
    if (performance.now() - this.#lookedAt > trustedForMs) for (const open of this.#open) this.#end(open)
    if (++this.#looks % looksBetweenBeats === 0) for (const { stream } of this.#open) stream.beat()
  }

  #end(open: OpenStream): void {
    this.#remove(open)
    open.stream.end()
  }

  #remove(open: OpenStream): void {
    this.#open.delete(open)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#position = null
  }

  async #lookAsRung(): Promise<void> {
    while (this.#wasRung && this.#open.size > 0) {
      this.#wasRung = false
      await this.#look().catch((err) => this.#log.warn({ err }, 'could not update open streams'))
    }
  }

  async #look(): Promise<void> {
    const position = await this.#position
    if (position === null) return
    const listening = [...this.#open].filter(({ isHearing }) => isHearing)
    const { news, allowed } = await this.#storage.read(async (db) => ({
      news: await listActivitiesAfter(db, position.from, mostNews),
      allowed: await this.#allowed(db, listening),
    }))
    if (position !== (await this.#position)) return
    this.#lookedAt = performance.now()
    const fresh = position.advance(news, this.#lookedAt)
    if (news.length === mostNews) this.#wasRung = true
    for (const open of listening) {
      const kinds = allowed.get(open.credentialId)
      if (!this.#open.has(open)) continue
      if (kinds === undefined) this.#end(open)
      else for (const one of fresh) if (one.operatorId === open.operatorId && kinds.has(one.kind)) open.stream.tell(one)
    }
  }

  /** The kinds of activity that each valid credential may read, by its number. */
  async #allowed(db: Reader, listening: readonly OpenStream[]): Promise<Map<number, ReadonlySet<ActivityKind>>> {
    const ids = [...new Set(listening.map(({ credentialId }) => credentialId))]
    const now = this.#clock()
    const standing = (await listListeningCredentials(db, ids)).filter((one) => isCredentialValid(one, now))
    return new Map(
      standing.map(({ id, abilities, role }) => [id, new Set(listReadableKinds(abilities, actsAsAdmin(role, abilities)))]),
    )
  }
}

function isCredentialValid({ revokedAt, removedAt, expiresAt }: Listening, now: number): boolean {
  return revokedAt === null && removedAt === null && (expiresAt === null || expiresAt > now)
}
