import { useEffect, useState } from 'preact/hooks'
import { findPageWithin } from '../plain/page-within.ts'
import { buildPageAddress, isSignedIn, readPageHere } from './address.ts'
import type { Adjustment, BoxEntry } from './outbox.ts'
import type { CabDriver, CabTrip, ListedTrip } from './records.ts'
import { findServerTime } from './server-time.ts'

/** The state of the screens. */
export type AppState = {
  /** Whether the stored data of this phone has been read. */
  readonly isReady: boolean
  readonly page: string
  readonly isOnline: boolean
  readonly me: CabDriver | null
  /** All trips that have not ended, by departure; null before the first read. */
  readonly upcoming: readonly ListedTrip[] | null
  /** The full trips of the next days, by ref. */
  readonly trips: Readonly<Record<string, CabTrip>>
  readonly box: readonly BoxEntry[]
  /** Instant (ms) of the last response from the office. */
  readonly readAt: number | null
  readonly hasNewVersion: boolean
  /** Whether the office's system failed at the last send of a report. */
  readonly isOfficeSilent: boolean
  /** Whether the office has ended this phone's session. */
  readonly isSignedOut: boolean
  /** The reason for another time of a report, until the driver has read it. */
  readonly adjustment: Adjustment | null
  /** Number of refused reports that were reopened for correction. The page is rendered again with each. */
  readonly mended: number
}

let state: AppState = {
  isReady: false,
  page: readPageHere(),
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

/** The present state. */
export function readAppState(): AppState {
  return state
}

/** Changes the state, and renders the screens. */
export function changeAppState(changes: Partial<AppState>): void {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}

/** A hook that returns the present state, and renders its component when it changes. */
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

/** The server's time (ms), for a component that renders at an interval. */
export function useServerNow(everyMs = 1000): number {
  const [now, setNow] = useState(findServerTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(findServerTime()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Opens a page of the app, as for `buildPageAddress`. */
export function goToPage(page: string, { isReplacing = false } = {}): void {
  if (isReplacing) history.replaceState(null, '', buildPageAddress(page))
  else history.pushState(null, '', buildPageAddress(page))
  changeAppState({ page: readPageHere() })
  scrollTo(0, 0)
}

/** The link's token behind `#`. A browser never sends it, and opening the page does not use it up. */
export function readLinkToken(): string {
  return location.hash.slice(1)
}

/** The page to open after the sign-in, if any. */
export function findRequestedPage(): string | null {
  const to = new URLSearchParams(location.search).get('to')
  return to === null ? null : findPageWithin(to)
}

/** An unused link, because a driver was signed in. It still works after their session ends. */
let spareLink = ''

/** Skips the sign-in. */
export function continueToPage(): void {
  spareLink = readLinkToken()
  goToPage(findRequestedPage() ?? '/', { isReplacing: true })
}

/** Opens the sign-in, which leads back to this page. */
export function openSignIn(): void {
  if (isSignedIn.isSet()) changeAppState({ isSignedOut: true })
  isSignedIn.clear()
  if (readPageHere() === '/sign-in') return
  const here = readPageHere() + location.search
  const back = here === '/' ? '' : `?to=${encodeURIComponent(here)}`
  goToPage(`/sign-in${back}${spareLink === '' ? '' : `#${spareLink}`}`, { isReplacing: true })
  spareLink = ''
}

addEventListener('popstate', () => changeAppState({ page: readPageHere() }))
