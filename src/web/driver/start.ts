import { isSignedIn } from './address.ts'
import { callDriverSession } from './api.ts'
import { type AppState, changeAppState, continueToPage, findRequestedPage, readAppState, readLinkToken } from './app.ts'
import { sendSwitchedOff } from './consent.ts'
import { removeOldContact } from './duty.ts'
import { listWaiting } from './outbox.ts'
import { forgetReadTimes, readAll } from './reading.ts'
import { addToOutbox, sendOutbox, showOutbox } from './sending.ts'
import { isDriverConfirmed } from './signed-in-driver.ts'
import { readStored, storeValue } from './store.ts'

const everyMs = 30_000
const rotateMs = 30 * 24 * 3_600_000
/** Milliseconds between checks of the session's end. */
const renewEveryMs = 3_600_000
let renewedAt = 0

/** Shows the phone's saved data, then the office's, and keeps both synchronised. */
export async function startApp(): Promise<void> {
  const [me, upcoming, trips, readAt] = await Promise.all([
    readStored<AppState['me']>('me'),
    readStored<AppState['upcoming']>('upcoming'),
    readStored<AppState['trips']>('trips'),
    readStored<number>('readAt'),
  ])
  const kept = Object.entries(trips ?? {}).map(([ref, trip]) => [ref, removeOldContact(trip, Date.now())] as const)
  changeAppState({ me, upcoming, trips: Object.fromEntries(kept), readAt })
  await addToOutbox()
  // A link in a message opens the sign-in, and a signed-in driver skips it. If the session has ended, the first call leads
  // back. Only a link for signing in alone is not skipped.
  const isForPage = readLinkToken() === '' || findRequestedPage() !== null
  if (readAppState().page === '/sign-in' && isForPage && isSignedIn.isSet()) continueToPage()
  changeAppState({ isReady: true })

  addEventListener('online', () => {
    changeAppState({ isOnline: true })
    void syncWithNetwork()
  })
  addEventListener('offline', () => changeAppState({ isOnline: false }))
  addEventListener('focus', () => void syncWithNetwork())
  setInterval(() => void syncWithNetwork(), everyMs)
  await syncWithNetwork()
}

/** Sends waiting entries and reads new data, once the driver is known; nothing before a sign-in. */
async function syncWithNetwork(): Promise<void> {
  if (readAppState().page === '/sign-in') return
  const isSure = await isDriverConfirmed()
  if (isSure) {
    await sendSwitchedOff()
    await sendOutbox()
  }
  if (!document.hidden && navigator.onLine) await readAll()
  if (!isSure) await sendOutbox()
  if (Date.now() - renewedAt > renewEveryMs) await renewSession()
}

/** Starts the app after a sign-in on this phone. */
export async function startSignedIn(expiresAt: string | null): Promise<void> {
  await storeValue('expiresAt', expiresAt)
  await showOutbox()
  forgetReadTimes()
  await syncWithNetwork()
}

/**
 * Renews a session that ends within 30 days while the outbox is empty, in one tab only: one of two simultaneous calls would be
 * signed out.
 */
async function renewSession(): Promise<void> {
  renewedAt = Date.now()
  if (navigator.locks === undefined) return renewSessionNow()
  await navigator.locks.request('charabanc-driver-rotate', renewSessionNow)
}

async function renewSessionNow(): Promise<void> {
  const expiresAt = await readStored<string>('expiresAt')
  if (expiresAt === null || Date.parse(expiresAt) - Date.now() > rotateMs || listWaiting(readAppState().box).length > 0) return
  const heard = await callDriverSession('POST', '/rotate')
  if (heard.data !== null) await storeValue('expiresAt', heard.data.expires_at)
}
