import { useEffect, useState } from 'preact/hooks'
import { pageWithin } from '../plain/page-within.ts'
import { isSignedIn, pageAt, pageHere } from './address.ts'
import type { Adjustment, BoxEntry } from './outbox.ts'
import type { CabDriver, CabTrip, ListedTrip } from './records.ts'
import { serverNow } from './server-time.ts'

/** Everything the screens are drawn from. */
export type AppState = {
  /** Whether what this phone kept has been read. */
  readonly isReady: boolean
  readonly page: string
  readonly isOnline: boolean
  readonly me: CabDriver | null
  /** Everything that is not over, the next one first; null before it was ever read. */
  readonly upcoming: readonly ListedTrip[] | null
  /** The whole of those of the next days, by ref. */
  readonly trips: Readonly<Record<string, CabTrip>>
  readonly box: readonly BoxEntry[]
  /** Instant (ms) at which the office was last heard. */
  readonly readAt: number | null
  readonly hasNewVersion: boolean
  /** Whether the office's system failed when a report was last sent. */
  readonly isOfficeSilent: boolean
  /** Whether the office ended this phone's session. */
  readonly isSignedOut: boolean
  /** The reason for another time of a report, until the driver has read it. */
  readonly adjustment: Adjustment | null
  /** Number of times something refused was put back to be mended. The page begins anew with each. */
  readonly mended: number
}

let state: AppState = {
  isReady: false,
  page: pageHere(),
  isOnline: navigator.onLine,
  me: null,
  upcoming: null,
  trips: {},
  box: [],
  readAt: null,
  hasNewVersion: false,
  isOfficeSilent: false,
  isSignedOut: false,
  adjustment: null,
  mended: 0,
}

const listeners = new Set<() => void>()

/** The state that holds now. */
export function appState(): AppState {
  return state
}

/** Changes what the screens are drawn from, and draws them. */
export function change(changes: Partial<AppState>): void {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}

/** A hook that returns the state that holds now, and draws its component again when it changes. */
export function useApp(): AppState {
  const [, redraw] = useState<AppState>(state)
  useEffect(() => {
    const listener = () => redraw(state)
    listeners.add(listener)
    listener()
    return () => {
      listeners.delete(listener)
    }
  }, [])
  return state
}

/** The server's time (ms), for a component that is drawn again every so often. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Goes to a page of the app, as `pageAt` takes it. */
export function go(page: string, { isReplacing = false } = {}): void {
  if (isReplacing) history.replaceState(null, '', pageAt(page))
  else history.pushState(null, '', pageAt(page))
  change({ page: pageHere() })
  scrollTo(0, 0)
}

/** The link's token behind `#`. A browser never sends it, and opening the page spends nothing. */
export function linkHere(): string {
  return location.hash.slice(1)
}

/** The page that somebody is to come to once they are signed in, if any was asked for. */
export function pageWanted(): string | null {
  const to = new URLSearchParams(location.search).get('to')
  return to === null ? null : pageWithin(to)
}

/** A link that was not needed, for somebody was signed in: should that be over, it still is good. */
let spareLink = ''

/** Passes signing in by. */
export function goOn(): void {
  spareLink = linkHere()
  go(pageWanted() ?? '/', { isReplacing: true })
}

/** Leads to signing in, and back to this page afterwards. */
export function goToSignIn(): void {
  if (isSignedIn.isSet()) change({ isSignedOut: true })
  isSignedIn.clear()
  if (pageHere() === '/sign-in') return
  const here = pageHere() + location.search
  const back = here === '/' ? '' : `?to=${encodeURIComponent(here)}`
  go(`/sign-in${back}${spareLink === '' ? '' : `#${spareLink}`}`, { isReplacing: true })
  spareLink = ''
}

addEventListener('popstate', () => change({ page: pageHere() }))
