import { isSignedIn } from './address.ts'
import { ask, askSession } from './api.ts'
import { type AppState, appState, change, goOn, linkHere, pageWanted } from './app.ts'
import { forgetDrafts } from './drafts.ts'
import { waitingIn } from './outbox.ts'
import { readAgain, readAll } from './reading.ts'
import type { CabDriver } from './records.ts'
import { send, showBox, takeUp } from './sending.ts'
import { changeEntry, keep, readKept, readOutbox } from './store.ts'

const everyMs = 30_000
const rotateMs = 30 * 24 * 3_600_000

/** Shows what the phone kept, then what the office says, and keeps both in step from now on. */
export async function startApp(): Promise<void> {
  const [me, upcoming, trips, readAt] = await Promise.all([
    readKept<AppState['me']>('me'),
    readKept<AppState['upcoming']>('upcoming'),
    readKept<AppState['trips']>('trips'),
    readKept<number>('readAt'),
  ])
  change({ me, upcoming, trips: trips ?? {}, readAt })
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
  await renewSession()
}

/** Sends what waits and reads what is new; nothing before somebody has signed in. */
async function catchNetwork(): Promise<void> {
  if (appState().page === '/sign-in') return
  await send()
  if (!document.hidden && navigator.onLine) await readAll()
}

/** Somebody has signed in on this phone. What another driver left in the outbox is never sent in their name. */
export async function enterApp(expiresAt: string | null): Promise<void> {
  await keep('expiresAt', expiresAt)
  const before = appState().me
  const heard = await ask<CabDriver>('GET', '/driver/me')
  if (heard.data !== null && before !== null && before.id !== heard.data.id) {
    for (const { id } of waitingIn(await readOutbox())) {
      await changeEntry(id, { refusal: `Saved while ${before.name} was signed in, and not sent.` })
    }
    await Promise.all([keep('upcoming', null), keep('trips', null)])
    forgetDrafts()
    change({ upcoming: null, trips: {} })
  }
  if (heard.data !== null) change({ me: heard.data })
  await showBox()
  readAgain()
  await catchNetwork()
}

/** A session that runs out within 30 days is renewed while nothing waits, in one tab only: of two at once one would be signed out. */
async function renewSession(): Promise<void> {
  if (navigator.locks === undefined) return renewNow()
  await navigator.locks.request('charabanc-driver-rotate', renewNow)
}

async function renewNow(): Promise<void> {
  const expiresAt = await readKept<string>('expiresAt')
  if (expiresAt === null || Date.parse(expiresAt) - Date.now() > rotateMs || appState().box.length > 0) return
  const heard = await askSession('POST', '/rotate')
  if (heard.data !== null) await keep('expiresAt', heard.data.expires_at)
}
