import type { RefusalAnswer } from '../plain/refusal-words.ts'
import { plainPlate } from './walkaround.ts'

/** The value typed for an entry, with the page and the draft it came from, where it is put back to be mended. */
export type TypedFor = { readonly page: string; readonly draft: string; readonly value: unknown }

/** A refusal as the API sent it, and the id of the request. */
export type RefusedAnswer = {
  readonly error: RefusalAnswer & {
    readonly code?: unknown
    readonly message?: unknown
    readonly allowed?: unknown
    readonly fields?: Readonly<Record<string, readonly string[]>>
  }
  readonly requestId: string | null
}

/** A driver's decision that the office may not have heard yet. Kept on the phone until it was heard or is removed. */
export type BoxEntry = {
  /** The order in which they were decided and are sent. */
  readonly id: number
  /** Path below `/api/v1/driver`. */
  readonly path: string
  /** Title in the driver's words: `Set off`. */
  readonly title: string
  /** Reference of the trip it is about, if any. */
  readonly tripRef: string | null
  readonly body: Readonly<Record<string, unknown>> | null
  /** Made when the thumb came down, and never changed. */
  readonly key: string
  /** The instant (ms), by the phone's clock, at which it happened: for a tap, when the thumb came down. */
  readonly at: number
  /** Milliseconds by which the phone's clock was ahead of the server's then, as last heard; not there before that was known. */
  readonly aheadMs?: number | null
  /** Null for a tap. */
  readonly typed: TypedFor | null
  /** Whether it may have reached the office, heard or not. */
  readonly isTried: boolean
  /** Reason why the office did not take it; null while it waits. */
  readonly refusal: string | null
  /** The answer that refused it; null, or not there, if the app has a reason of its own. */
  readonly answer?: RefusedAnswer | null
  /** Number of times the office broke down over it; not there before that was counted. */
  readonly breakdowns?: number
}

/** An entry before it has its place in the order. */
export type NewBoxEntry = Omit<BoxEntry, 'id' | 'isTried' | 'refusal' | 'answer' | 'breakdowns'>

/** The answer to a call; `status` 0 where nothing came back. */
export type HeardBack = {
  readonly status: number
  readonly code: string | null
  readonly message: string | null
  readonly currentStatus: string | null
  /** Seconds the server wants to be left in peace. */
  readonly retryAfter: number | null
}

/** The fate of an entry by the answer to it. */
export type Fate =
  /** Done now, or done already: the entry leaves the box. */
  | 'done'
  /** Waiting still: the entry stays as it is and is sent again. */
  | 'later'
  /** Refused for want of a sign-in: the entry stays, and the driver signs in first. */
  | 'signedOut'
  /** Turned down: the entry stays, and the driver is told why. */
  | 'refused'

/** Tells what an answer means for an entry. */
export function fateOf(entry: Pick<BoxEntry, 'body'>, heard: HeardBack): Fate {
  const { status, code, currentStatus } = heard
  if (status >= 200 && status < 300) return 'done'
  if (status === 401) return 'signedOut'
  if (status === 0 || status === 408 || status === 425 || status === 429 || status >= 500) return 'later'
  if (code === 'idempotency_in_progress') return 'later'
  const wanted = entry.body?.status
  const isUndo = entry.body?.undo === true
  if (status === 409 && !isUndo && wanted !== undefined && currentStatus === wanted) return 'done'
  return 'refused'
}

/** Number of times that the office may break down over an entry before those behind it go on without it. */
const mostBreakdowns = 8

/** Whether this answer is one of so many that the entry has to stand aside: the server is there, and cannot take just this. */
export function isBrokenBy(entry: Pick<BoxEntry, 'breakdowns'>, { status }: Pick<HeardBack, 'status'>): boolean {
  return isBreakdown(status) && (entry.breakdowns ?? 0) + 1 >= mostBreakdowns
}

/** Whether the server failed over what it was sent; one that is busy or away says so by other numbers. */
export function isBreakdown(status: number): boolean {
  return status === 500 || status === 501
}

/** The entries still to be sent, the oldest first. */
export function waitingIn(box: readonly BoxEntry[]): BoxEntry[] {
  return box.filter(({ refusal }) => refusal === null).sort((one, other) => one.id - other.id)
}

/** The entries that the office did not take. */
export function refusedIn(box: readonly BoxEntry[]): BoxEntry[] {
  return box.filter(({ refusal }) => refusal !== null)
}

/** The bar on top: nothing when nothing waits. */
export function barText(box: readonly BoxEntry[], isOnline: boolean): string {
  const waiting = waitingIn(box).length
  if (waiting === 0) return ''
  return isOnline ? `Saved ${waiting}, sending` : `Saved ${waiting}, waiting for network`
}

/** Whether the same thing is in the box already and waits: a second thumb on the same button. */
export function isQueued(box: readonly BoxEntry[], entry: NewBoxEntry): boolean {
  const mine = waitingIn(box).filter((one) => one.path === entry.path && one.tripRef === entry.tripRef)
  if (entry.path.endsWith('/acknowledge')) return mine.length > 0
  if (!entry.path.endsWith('/progress')) return false
  const last = mine.at(-1)?.body
  return last !== undefined && sameStep(last, entry.body)
}

function sameStep(one: BoxEntry['body'], other: BoxEntry['body']): boolean {
  const isSame = (['status', 'leg', 'undo', 'delay_minutes'] as const).every((name) => one?.[name] === other?.[name])
  const isRemark = one?.status === 'delayed' || one?.status === 'stop_reached'
  return isSame && (!isRemark || one?.occurred_at === other?.occurred_at)
}

/** Milliseconds for which the server knows a key again. */
const keyLifeMs = 23 * 3_600_000

/** Whether an entry may have been taken in a call whose key the server no longer knows, so that it has to be looked for first. */
export function mayBeKnown(entry: BoxEntry, now: number): boolean {
  const isWritten = entry.path.endsWith('/incidents') || entry.path === '/vehicle-checks'
  return entry.isTried && isWritten && now - entry.at > keyLifeMs
}

/**
 * The age of an entry (ms) at `now`, by the phone's clock. Somebody may have set that clock since: `aheadMs` is how far it is ahead
 * now.
 */
export function ageOf(
  { at, aheadMs: aheadThen = null }: Pick<BoxEntry, 'at' | 'aheadMs'>,
  now: number,
  aheadMs: number | null,
): number {
  const wasSetBy = aheadThen === null || aheadMs === null ? 0 : aheadMs - aheadThen
  return Math.max(0, Math.round(now - at - wasSetBy))
}

/** Whether an entry tells a time, so that its age goes with it. */
export function hasTime({ body }: Pick<BoxEntry, 'body'>): boolean {
  return body !== null && ('occurred_at' in body || 'checked_at' in body)
}

/** Two tellings of one moment differ by less (ms): the office has it by the age of the report, to the second. */
const sameMomentMs = 30_000

function isSameMoment(one: string, other: unknown): boolean {
  return Math.abs(Date.parse(one) - Date.parse(String(other))) < sameMomentMs
}

/** The reason why the server used another time than the phone sent. */
export type Adjustment =
  /** The phone's clock is ahead. */
  | 'in the future'
  /** An earlier step of the trip has a later time. */
  | 'before the last event'

/** An answer to a report, with the time that the server used: the trip's for a step, else the report's own. */
export type SavedReport = {
  readonly occurred_at_adjusted?: boolean
  readonly events?: readonly { readonly occurred_at: string }[]
  readonly occurred_at?: string
  readonly checked_at?: string
}

/** The reason why the server used another time for a report; null if it did not, or if the phone's clock was slow. */
export function adjustmentOf(body: BoxEntry['body'], saved: SavedReport | null): Adjustment | null {
  if (saved?.occurred_at_adjusted !== true) return null
  const { events = [], occurred_at: at, checked_at: checkedAt } = saved
  const earlier = events.map((event) => event.occurred_at)
  const used = earlier.pop() ?? at ?? checkedAt
  const isAhead = Date.parse(String(body?.occurred_at ?? body?.checked_at)) > Date.parse(String(used))
  if (isAhead) return 'in the future'
  return used !== undefined && earlier.includes(used) ? 'before the last event' : null
}

/** Whether a walkaround is the one that the office has. */
export function isSameCheck(
  check: { readonly vehicle_reg: string; readonly checked_at: string } | null,
  body: BoxEntry['body'],
): boolean {
  if (check === null) return false
  return (
    isSameMoment(check.checked_at, body?.checked_at) && plainPlate(check.vehicle_reg) === plainPlate(String(body?.vehicle_reg))
  )
}

/** Whether an incident stands among those the office has. */
export function isAmong(
  incidents: readonly { readonly kind: string; readonly occurred_at: string; readonly note: string }[],
  body: BoxEntry['body'],
): boolean {
  return incidents.some(
    ({ kind, occurred_at, note }) => kind === body?.kind && note === body?.note && isSameMoment(occurred_at, body?.occurred_at),
  )
}
