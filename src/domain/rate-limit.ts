import { dayMs, hourMs, minuteMs } from './instant.ts'

/** One window of a rate limit: at most `limit` calls in `windowMs` milliseconds. */
type RateWindow = {
  readonly limit: number
  readonly windowMs: number
  /** An exact window remembers every call and never lets a double burst through; the others run from their first call. */
  readonly exact: boolean
  /** Stands beside the rate limit: it admits and refuses as the others do, but is not what a caller is told of first. */
  readonly isBurst?: true
}

/** Every window must admit a call. No window at all means that the rate limit is lifted. */
export type RateLimit = readonly RateWindow[]

/** Name of a kind of call that is counted apart from everything else. */
export type Bucket = keyof typeof defaultRateLimits

/** The rate limits of the contract, in the notation of the configuration. */
export const defaultRateLimits = {
  read: '60/m,20000/d',
  quote_write: '30/m,2000/d',
  write: '60/m,5000/d',
  /** Reads of a person's device under `/portal/v1`. */
  portal: '300/m',
  driver_read: '60/m',
  driver_write: '60/m',
  locations: '12/m',
  platform: '600/m',
  customer: '30/m',
  /** Sign-in links and codes, and lost links of customers, per e-mail address or phone. */
  sign_in: '5/15m',
  /** Sign-in links and codes, and lost links of customers, per IP address. */
  sign_in_ip: '20/15m',
  exchange: '30/15m',
  enquiry: '10/h',
  /** Calendars read by their secret address, per IP address: calendar services fetch many from one. */
  feed: '300/m',
  /** Events that a provider of card payments tells of, per IP address. */
  provider_events: '600/m',
} as const

type Exact = { readonly hits: readonly number[] }
type Fixed = { readonly startedAt: number; readonly count: number }

/** Counts so far: window length in milliseconds → its state. Plain JSON. */
export type Counters = Readonly<Record<string, Exact | Fixed>>

/** The state of one window right after a call: whole seconds until it has room again, or more room. */
export type WindowState = {
  readonly limit: number
  readonly windowMs: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly isBurst?: true
}

/** The counters are to be kept in either case: a refusal counts nothing, but forgets what is over and what a clock set back made impossible. */
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

/** Reads `60/m,20000/d`, `5/15m` or `off`; throws a RangeError that says what is wrong. */
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
  if (!match) throw new RangeError(`"${text}" is not a rate limit such as 60/m, 5/15m or 20000/d, nor "off".`)
  const windowMs = Number(match[2] ?? 1) * unitMs[match[3] as keyof typeof unitMs]
  return { limit: Number(match[1]), windowMs, exact: windowMs <= longestExactMs }
}

/**
 * The longest time that a call waits before it is counted (ms). A call that arrived that little before the last one that was counted is
 * counted at the same instant as that one: it waited for its turn, or another node's clock is ahead.
 */
const longestWaitMs = 15_000

/**
 * Counts one call that arrived at `arrivedAt`, or refuses it without counting anywhere.
 * An exact window never holds more than its limit in any stretch of its length, the end included and the beginning not.
 */
export function admit(counters: Counters, rateLimit: RateLimit, arrivedAt: number): Admission {
  const now = countedAt(counters, rateLimit, arrivedAt)
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
      windows: standingsOf(current, rateLimit, now),
      retryAfterSeconds: seconds(waitMs),
    }
  }
  for (const window of rateLimit) current[window.windowMs] = counted(current[window.windowMs], now)
  return { admitted: true, counters: current, windows: standingsOf(current, rateLimit, now) }
}

/** The instant at which a call is counted: never before the last one, but for one that a clock dated far ahead. */
function countedAt(counters: Counters, rateLimit: RateLimit, arrivedAt: number): number {
  const latest = rateLimit.map(({ windowMs }) => {
    const state = counters[windowMs]
    return state === undefined ? arrivedAt : 'hits' in state ? (state.hits.at(-1) ?? arrivedAt) : state.startedAt
  })
  return Math.max(arrivedAt, ...latest.filter((at) => at - arrivedAt <= longestWaitMs))
}

/** The counters without one call that arrived at `arrivedAt`; as they are where none was counted. */
export function uncounted(counters: Counters, arrivedAt: number): Counters {
  const isIt = (hit: number) => hit >= arrivedAt && hit - arrivedAt <= longestWaitMs
  const without = (state: Exact | Fixed): Exact | Fixed => {
    if ('count' in state) return { ...state, count: Math.max(0, state.count - 1) }
    const nth = state.hits.findIndex(isIt)
    return nth < 0 ? state : { hits: state.hits.toSpliced(nth, 1) }
  }
  return Object.fromEntries(Object.entries(counters).map(([length, state]) => [length, without(state)]))
}

/** The window with the least room left, bursts aside; of two alike the shorter. Null when the rate limit is lifted. */
export function tightest(windows: readonly WindowState[]): WindowState | null {
  return windows
    .filter(({ isBurst }) => !isBurst)
    .reduce<WindowState | null>((least, next) => (least && least.remaining <= next.remaining ? least : next), null)
}

/** A rate limit with a burst limit beside it, whose windows must be shorter; where the rate limit is lifted, so is the burst limit. */
export function withBurst(rateLimit: RateLimit, burst: RateLimit): RateLimit {
  if (rateLimit.length === 0) return rateLimit
  return [...burst.map((window) => ({ ...window, isBurst: true as const })), ...rateLimit]
}

/** Whether each window of a burst limit is shorter than every window it stands beside. */
export function isBurstOf(rateLimit: RateLimit, burst: RateLimit): boolean {
  return burst.every((short) => rateLimit.every((window) => short.windowMs < window.windowMs))
}

/**
 * The network that an address is counted as. An IPv4 address counts for itself, an IPv6 address as its /64, which is
 * the least that anybody is given. Takes an address in its one spelling, all eight groups written; anything else is
 * counted as it is.
 */
export function networkOf(address: string): string {
  const groups = address.split(':')
  return groups.length === 8 ? `${groups.slice(0, 4).join(':')}::/64` : address
}

/** Reads counters back from their JSON; what cannot be read has never been counted. */
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

/** The state without what is over. What lies ahead of `now` (the clock was set back) counts as happening now: never longer than a window. */
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

function counted(state: Exact | Fixed | undefined, now: number): Exact | Fixed {
  if (state && 'count' in state) return { startedAt: state.startedAt, count: state.count + 1 }
  return { hits: [...(state?.hits ?? []), now] }
}

/** Milliseconds until the window admits a call; 0 when it does. */
function waitOf(state: Exact | Fixed, window: RateWindow, now: number): number {
  if ('count' in state) return state.count < window.limit ? 0 : state.startedAt + window.windowMs - now
  if (state.hits.length < window.limit) return 0
  return (state.hits[state.hits.length - window.limit] ?? now) + window.windowMs - now
}

function standingsOf(counters: Counters, rateLimit: RateLimit, now: number): WindowState[] {
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
