import { dayMs, hourMs, minuteMs } from './instant.ts'

/** One window of a rate limit: at most `limit` requests in `windowMs` milliseconds. */
type RateWindow = {
  readonly limit: number
  readonly windowMs: number
  /** An exact window records every request and never allows a double burst. The others start with their first request. */
  readonly exact: boolean
  /** A secondary window: it counts like the others, but the headers prefer the others. */
  readonly isBurst?: true
}

/** A rate limit. Every window must accept a request; without windows the limit is off. */
export type RateLimit = readonly RateWindow[]

/** Name of a kind of request with its own counter. */
export type Bucket = keyof typeof defaultRateLimits

/** The default rate limits, in the notation of the configuration. */
export const defaultRateLimits = {
  read: '60/m,20000/d',
  quote_write: '30/m,2000/d',
  write: '60/m,5000/d',
  /** Reads by a person's device under `/portal/v1`. */
  portal: '300/m',
  driver_read: '60/m',
  driver_write: '60/m',
  locations: '12/m',
  platform: '600/m',
  customer: '30/m',
  /** Sign-in links and codes, and new links for customers, per email address or phone. */
  sign_in: '5/15m',
  /** Sign-in links and codes, and new links for customers, per IP address. */
  sign_in_ip: '20/15m',
  exchange: '30/15m',
  enquiry: '10/h',
  /** Public searches for places, per IP address. */
  places: '60/m',
  /** Reads of calendars by their secret address, per IP address. Calendar services read many from one address. */
  feed: '300/m',
  /** Events from a provider of card payments, per IP address. */
  provider_events: '600/m',
} as const

type Exact = { readonly hits: readonly number[] }
type Fixed = { readonly startedAt: number; readonly count: number }

/** Counters: window length in milliseconds → its state. Plain JSON. */
export type Counters = Readonly<Record<string, Exact | Fixed>>

/** The state of one window after a request: seconds until it has room. */
export type WindowState = {
  readonly limit: number
  readonly windowMs: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly isBurst?: true
}

/**
 * The result of a request. The counters must be stored in either case: a refusal counts nothing, but removes ended windows and
 * times that a changed clock made impossible.
 */
export type Admission =
  | { readonly admitted: true; readonly counters: Counters; readonly windows: readonly WindowState[] }
  | {
      readonly admitted: false
      readonly counters: Counters
      readonly windows: readonly WindowState[]
      readonly retryAfterSeconds: number
    }

const unitMs = { s: 1000, m: minuteMs, h: hourMs, d: dayMs } as const
const longestExactMs = unitMs.h

/** Reads `60/m,20000/d`, `5/15m` or `off`. Throws a RangeError with the reason. */
export function parseRateLimit(text: string): RateLimit {
  if (text.trim() === 'off') return []
  const windows = text.split(',').map((part) => parseWindow(part.trim()))
  if (new Set(windows.map((window) => window.windowMs)).size < windows.length) {
    throw new RangeError(`"${text}" names the same window twice.`)
  }
  return windows.sort((a, b) => a.windowMs - b.windowMs)
}

function parseWindow(text: string): RateWindow {
  const match = /^([1-9]\d{0,6})\/([1-9]\d{0,3})?([smhd])$/.exec(text)
  if (!match) throw new RangeError(`"${text}" is not a rate limit such as 60/m, 5/15m or 20000/d, and not "off".`)
  const windowMs = Number(match[2] ?? 1) * unitMs[match[3] as keyof typeof unitMs]
  return { limit: Number(match[1]), windowMs, exact: windowMs <= longestExactMs }
}

/**
 * The longest time (ms) between arrival and counting. A request that arrived this little before the last counted one counts at
 * the same instant, because it was waiting or another node's clock is ahead.
 */
const longestWaitMs = 15_000

/**
 * Counts a request that arrived at `arrivedAt`, or refuses it without counting. An exact window never exceeds its limit in any
 * period of its length, with the end included and the beginning excluded.
 */
export function admitRequest(counters: Counters, rateLimit: RateLimit, arrivedAt: number): Admission {
  const now = computeCountTime(counters, rateLimit, arrivedAt)
  const current: Record<string, Exact | Fixed> = {}
  let waitMs = 0
  for (const window of rateLimit) {
    const state = stateAt(counters[window.windowMs], window, now)
    current[window.windowMs] = state
    waitMs = Math.max(waitMs, waitOf(state, window, now))
  }
  if (waitMs > 0) {
    return {
      admitted: false,
      counters: current,
      windows: listWindowStates(current, rateLimit, now),
      retryAfterSeconds: seconds(waitMs),
    }
  }
  for (const window of rateLimit) current[window.windowMs] = countHit(current[window.windowMs], now)
  return { admitted: true, counters: current, windows: listWindowStates(current, rateLimit, now) }
}

/** The instant of counting: never before the last counted request, except after a date far ahead by a wrong clock. */
function computeCountTime(counters: Counters, rateLimit: RateLimit, arrivedAt: number): number {
  const latest = rateLimit.map(({ windowMs }) => {
    const state = counters[windowMs]
    return state === undefined ? arrivedAt : 'hits' in state ? (state.hits.at(-1) ?? arrivedAt) : state.startedAt
  })
  return Math.max(arrivedAt, ...latest.filter((at) => at - arrivedAt <= longestWaitMs))
}

/**
 * The instant (epoch ms) until which counters are stored: the end of their longest window. It is rounded up to a minute, so
 * that its index changes once a minute and not at every request.
 */
export function computeCounterExpiry(rateLimit: RateLimit, usedAt: number): number {
  const longestMs = Math.max(...rateLimit.map(({ windowMs }) => windowMs))
  return Math.ceil((usedAt + longestMs) / minuteMs) * minuteMs
}

/** The counters without a request that arrived at `arrivedAt`, unchanged if it was not counted. */
export function uncountRequest(counters: Counters, arrivedAt: number): Counters {
  const isIt = (hit: number) => hit >= arrivedAt && hit - arrivedAt <= longestWaitMs
  const without = (state: Exact | Fixed): Exact | Fixed => {
    if ('count' in state) return { ...state, count: Math.max(0, state.count - 1) }
    const nth = state.hits.findIndex(isIt)
    return nth < 0 ? state : { hits: state.hits.toSpliced(nth, 1) }
  }
  return Object.fromEntries(Object.entries(counters).map(([length, state]) => [length, without(state)]))
}

/** The window with the least room, except bursts; of two equal ones the shorter. Null if the rate limit is off. */
export function findTightestWindow(windows: readonly WindowState[]): WindowState | null {
  return windows
    .filter(({ isBurst }) => !isBurst)
    .reduce<WindowState | null>((least, next) => (least && least.remaining <= next.remaining ? least : next), null)
}

/** A rate limit with a burst limit, whose windows must be shorter. The burst limit is off if the rate limit is. */
export function addBurstLimit(rateLimit: RateLimit, burst: RateLimit): RateLimit {
  if (rateLimit.length === 0) return rateLimit
  return [...burst.map((window) => ({ ...window, isBurst: true as const })), ...rateLimit]
}

/** Whether each window of a burst limit is shorter than every other window. */
export function isBurstOf(rateLimit: RateLimit, burst: RateLimit): boolean {
  return burst.every((short) => rateLimit.every((window) => short.windowMs < window.windowMs))
}

/**
 * The network of an address for counting. An IPv4 address counts alone, an IPv6 address as its /64, the smallest usual
 * allocation. Expects all eight groups written; another text counts as it is.
 */
export function findNetwork(address: string): string {
  const groups = address.split(':')
  return groups.length === 8 ? `${groups.slice(0, 4).join(':')}::/64` : address
}

/** Reads counters from JSON. Unreadable counters are empty. */
export function readCounters(json: string): Counters {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, state]) => isState(state)))
  } catch {
    return {}
  }
}

function isState(state: unknown): state is Exact | Fixed {
  if (typeof state !== 'object' || state === null) return false
  if ('hits' in state) return Array.isArray(state.hits) && state.hits.every(Number.isFinite)
  return 'startedAt' in state && 'count' in state && Number.isFinite(state.startedAt) && Number.isFinite(state.count)
}

/** The state without ended windows. Times ahead of `now` (after a clock change) count as now, so they last at most one window. */
function stateAt(state: Exact | Fixed | undefined, window: RateWindow, now: number): Exact | Fixed {
  if (window.exact) {
    const hits = state && 'hits' in state ? state.hits : []
    const from = hits.findIndex((hit) => hit > now - window.windowMs)
    if (from < 0) return { hits: [] }
    const last = hits.at(-1) ?? now
    const live = from === 0 ? hits : hits.slice(from)
    return { hits: last > now ? live.map((hit) => Math.min(hit, now)) : live }
  }
  if (!state || !('count' in state) || now >= state.startedAt + window.windowMs) return { startedAt: now, count: 0 }
  return state.startedAt > now ? { startedAt: now, count: state.count } : state
}

function countHit(state: Exact | Fixed | undefined, now: number): Exact | Fixed {
  if (state && 'count' in state) return { startedAt: state.startedAt, count: state.count + 1 }
  return { hits: [...(state?.hits ?? []), now] }
}

/** Milliseconds until the window accepts a request; 0 if it does now. */
function waitOf(state: Exact | Fixed, window: RateWindow, now: number): number {
  if ('count' in state) return state.count < window.limit ? 0 : state.startedAt + window.windowMs - now
  if (state.hits.length < window.limit) return 0
  return (state.hits[state.hits.length - window.limit] ?? now) + window.windowMs - now
}

function listWindowStates(counters: Counters, rateLimit: RateLimit, now: number): WindowState[] {
  return rateLimit.map((window) => {
    const state = counters[window.windowMs] ?? { hits: [] }
    const [used, since] = 'count' in state ? [state.count, state.startedAt] : [state.hits.length, state.hits[0] ?? now]
    return {
      limit: window.limit,
      windowMs: window.windowMs,
      remaining: Math.max(0, window.limit - used),
      resetSeconds: seconds(since + window.windowMs - now),
      ...(window.isBurst && { isBurst: true }),
    }
  })
}

function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
