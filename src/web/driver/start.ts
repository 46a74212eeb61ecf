import { isSignedIn } from './address.ts'
import { askSession } from './api.ts'
import { type AppState, appState, change, goOn, linkHere, pageWanted } from './app.ts'
import { tellSwitchedOff } from './consent.ts'
import { withoutOldContact } from './duty.ts'
import { waitingIn } from './outbox.ts'
import { readAgain, readAll } from './reading.ts'
import { send, showBox, takeUp } from './sending.ts'
import { isDriverSure } from './signed-in-driver.ts'
import { keep, readKept } from './store.ts'

const everyMs = 30_000
const rotateMs = 30 * 24 * 3_600_000
/** Whether the session runs out is looked at this often. */
const renewEveryMs = 3_600_000
let renewedAt = 0

/** Shows what the phone kept, then what the office says, and keeps both in step from now on. */
export async function startApp(): Promise<void> {
  const [me, upcoming, trips, readAt] = await Promise.all([
    readKept<AppState['me']>('me'),
    readKept<AppState['upcoming']>('upcoming'),
    readKept<AppState['trips']>('trips'),
    readKept<number>('readAt'),
  ])
  const kept = Object.entries(trips ?? {}).map(([ref, trip]) => [ref, withoutOldContact(trip, Date.now())] as const)
  change({ me, upcoming, trips: Object.fromEntries(kept), readAt })
  await takeUp()
  // A message leads to signing in, and who is signed in wants to go on. Where that is over, the first call leads back.
  // Only a link that is for signing in alone is not passed by.
  const isForPage = linkHere() === '' || pageWanted() !== null
  if (appState().page === '/sign-in' && isForPage && isSignedIn.isSet()) goOn()
  change({ isReady: true })

  addEventListener('online', () => {
    change({ isOnline: true })
    void catchNetwork()
  })
  addEventListener('offline', () => change({ isOnline: false }))
  addEventListener('focus', () => void catchNetwork())
  setInterval(() => void catchNetwork(), everyMs)
  await catchNetwork()
}

/** Sends what waits and reads what is new, once it is known in whose name; nothing before somebody has signed in. */
async function catchNetwork(): Promise<void> {
  if (appState().page === '/sign-in') return
  const isSure = await isDriverSure()
  if (isSure) {
    await tellSwitchedOff()
    await send()
  }
  if (!document.hidden && navigator.onLine) await readAll()
  if (!isSure) await send()
  if (Date.now() - renewedAt > renewEveryMs) await renewSession()
}

/** Somebody has signed in on this phone. */
export async function enterApp(expiresAt: string | null): Promise<void> {
  await keep('expiresAt', expiresAt)
  await showBox()
  readAgain()
  await catchNetwork()
}

/** A session that runs out within 30 days is renewed while nothing waits, in one tab only: of two at once one would be signed out. */
async function renewSession(): Promise<void> {
  renewedAt = Date.now()
  if (navigator.locks === undefined) return renewNow()
  await navigator.locks.request('charabanc-driver-rotate', renewNow)
}

async function renewNow(): Promise<void> {
  const expiresAt = await readKept<string>('expiresAt')
  if (expiresAt === null || Date.parse(expiresAt) - Date.now() > rotateMs || waitingIn(appState().box).length > 0) return
  const heard = await askSession('POST', '/rotate')
  if (heard.data !== null) await keep('expiresAt', heard.data.expires_at)
}
