import type { RefusalAnswer } from '../plain/refusal-words.ts'
import { normalizePlate } from './walkaround.ts'

/** The typed value of an entry, with its page and draft, which restore it for corrections. */
export type TypedFor = { readonly page: string; readonly draft: string; readonly value: unknown }

/** A refusal of the API, and the id of the request. */
export type RefusedAnswer = {
  readonly error: RefusalAnswer & {
    readonly code?: unknown
    readonly message?: unknown
    readonly allowed?: unknown
    readonly fields?: Readonly<Record<string, readonly string[]>>
  }
  readonly requestId: string | null
}

/** A driver's report that the office has not confirmed. The phone keeps it until then. */
export type BoxEntry = {
  /** The order of the reports. */
  readonly id: number
  /** Path below `/api/v1/driver`. */
  readonly path: string
  /** Title of the report: `Set off`. */
  readonly title: string
  /** Reference of its trip, if any. */
  readonly tripRef: string | null
  readonly body: Readonly<Record<string, unknown>> | null
  /** Idempotency key, made at the tap and never changed. */
  readonly key: string
  /** The instant (ms) of the event, or of the tap, on the phone's clock. */
  readonly at: number
  /** Milliseconds by which the phone's clock was ahead of the server's; missing if unknown. */
  readonly aheadMs?: number | null
  /** Null for a tap. */
  readonly typed: TypedFor | null
  /** Whether the office may have received it. */
  readonly isTried: boolean
  /** Reason for the refusal; null while it waits. */
  readonly refusal: string | null
  /** The refusing response; null or missing if the app has its own reason. */
  readonly answer?: RefusedAnswer | null
  /** Number of server failures with it; missing for none. */
  readonly breakdowns?: number
}

/** An entry without its place in the order. */
export type NewBoxEntry = Omit<BoxEntry, 'id' | 'isTried' | 'refusal' | 'answer' | 'breakdowns'>

/** The response to a call; `status` 0 without one. */
export type CallAnswer = {
  readonly status: number
  readonly code: string | null
  readonly message: string | null
  readonly currentStatus: string | null
  /** Seconds to wait after a rate limit. */
  readonly retryAfter: number | null
}

/** The effect of a response on an entry. */
export type Fate =
  /** Done: the entry leaves the box. */
  | 'done'
  /** Waiting: the entry stays and is sent again. */
  | 'later'
  /** Signed out: the entry stays until the driver signs in. */
  | 'signedOut'
  /** Refused: the entry stays, and the driver sees the reason. */
  | 'refused'

/** Returns the effect of a response on an entry. */
export function findFate(entry: Pick<BoxEntry, 'body'>, heard: CallAnswer): Fate {
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

/** Number of server failures after which later entries no longer wait for this one. */
const mostBreakdowns = 8

/** Whether the entry is set aside after repeated failures of the server. */
export function isBrokenBy(entry: Pick<BoxEntry, 'breakdowns'>, { status }: Pick<CallAnswer, 'status'>): boolean {
  return isBreakdown(status) && (entry.breakdowns ?? 0) + 1 >= mostBreakdowns
}

/** Whether the server failed on this entry, and was not only busy or unreachable. */
export function isBreakdown(status: number): boolean {
  return status === 500 || status === 501
}

/** The waiting entries, oldest first. */
export function listWaiting(box: readonly BoxEntry[]): BoxEntry[] {
  return box.filter(({ refusal }) => refusal === null).sort((one, other) => one.id - other.id)
}

/** The refused entries. */
export function listRefused(box: readonly BoxEntry[]): BoxEntry[] {
  return box.filter(({ refusal }) => refusal !== null)
}

/** The text of the top bar; empty if no report waits. */
export function formatBarText(box: readonly BoxEntry[], isOnline: boolean): string {
  const waiting = listWaiting(box).length
  if (waiting === 0) return ''
  return isOnline ? `Saved ${waiting}, sending` : `Saved ${waiting}, waiting for a connection`
}

/** Whether the box already contains the same report, from a double tap. */
export function isQueued(box: readonly BoxEntry[], entry: NewBoxEntry): boolean {
  const mine = listWaiting(box).filter((one) => one.path === entry.path && one.tripRef === entry.tripRef)
  if (entry.path.endsWith('/acknowledge')) return mine.length > 0
  if (!entry.path.endsWith('/progress')) return false
  const last = mine.at(-1)?.body
  return last !== undefined && isSameStep(last, entry.body)
}

function isSameStep(one: BoxEntry['body'], other: BoxEntry['body']): boolean {
  const isSame = (['status', 'leg', 'undo', 'delay_minutes'] as const).every((name) => one?.[name] === other?.[name])
  const isRemark = one?.status === 'delayed' || one?.status === 'stop_reached'
  return isSame && (!isRemark || one?.occurred_at === other?.occurred_at)
}

/** Milliseconds for which the server keeps a key. */
const keyLifeMs = 23 * 3_600_000

/** Whether the server may have saved an entry under an expired key, so that the app looks for it first. */
export function isMaybeReceived(entry: BoxEntry, now: number): boolean {
  const isWritten = entry.path.endsWith('/incidents') || entry.path === '/vehicle-checks'
  return entry.isTried && isWritten && now - entry.at > keyLifeMs
}

/**
 * The age of an entry (ms) at `now` on the phone's clock, corrected for later changes of that clock. `aheadMs` is its current
 * error.
 */
export function findEntryAge(
  { at, aheadMs: aheadThen = null }: Pick<BoxEntry, 'at' | 'aheadMs'>,
  now: number,
  aheadMs: number | null,
): number {
  const wasSetBy = aheadThen === null || aheadMs === null ? 0 : aheadMs - aheadThen
  return Math.max(0, Math.round(now - at - wasSetBy))
}

/** Whether an entry has a time, so that its age is sent too. */
export function hasTime({ body }: Pick<BoxEntry, 'body'>): boolean {
  return body !== null && ('occurred_at' in body || 'checked_at' in body)
}

/** Greatest difference (ms) between two times of one event. */
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

/** A response to a report, with the time that the server used: the trip's for a step, otherwise the report's own. */
export type SavedReport = {
  readonly occurred_at_adjusted?: boolean
  readonly events?: readonly { readonly occurred_at: string }[]
  readonly occurred_at?: string
  readonly checked_at?: string
}

/** The reason why the server used another time for a report; null if it did not, or if the phone's clock was slow. */
export function findAdjustment(body: BoxEntry['body'], saved: SavedReport | null): Adjustment | null {
  if (saved?.occurred_at_adjusted !== true) return null
  const { events = [], occurred_at: at, checked_at: checkedAt } = saved
  const earlier = events.map((event) => event.occurred_at)
  const used = earlier.pop() ?? at ?? checkedAt
  const isAhead = Date.parse(String(body?.occurred_at ?? body?.checked_at)) > Date.parse(String(used))
  if (isAhead) return 'in the future'
  return used !== undefined && earlier.includes(used) ? 'before the last event' : null
}

/** Whether the office has this vehicle check. */
export function isSameCheck(
  check: { readonly vehicle_reg: string; readonly checked_at: string } | null,
  body: BoxEntry['body'],
): boolean {
  if (check === null) return false
  return (
    isSameMoment(check.checked_at, body?.checked_at) &&
    normalizePlate(check.vehicle_reg) === normalizePlate(String(body?.vehicle_reg))
  )
}

/** Whether the office has this incident. */
export function isAmong(
  incidents: readonly { readonly kind: string; readonly occurred_at: string; readonly note: string }[],
  body: BoxEntry['body'],
): boolean {
  return incidents.some(
    ({ kind, occurred_at, note }) => kind === body?.kind && note === body?.note && isSameMoment(occurred_at, body?.occurred_at),
  )
}
