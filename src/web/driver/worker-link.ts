import { root } from './address.ts'
import { change } from './app.ts'
import { isSendingNow } from './sending.ts'

type UrlPolicy = { readonly createScriptURL: (url: string) => string }
declare const trustedTypes: { readonly createPolicy: (name: string, policy: UrlPolicy) => UrlPolicy } | undefined

const address = `${root}driver/sw.js`

/** Whether this phone lets the app be kept for when there is no network: over https only. */
export const canBeKept = 'serviceWorker' in navigator

let waiting: ServiceWorker | null = null
let isSwitching = false

/** Has the app kept on the phone; says so when a newer one waits. */
export async function registerWorker(): Promise<void> {
  if (!canBeKept) return
  const createScriptURL = (url: string) => {
    if (url !== address) throw new TypeError('Only the app’s own worker is trusted.')
    return url
  }
  const policy =
    typeof trustedTypes === 'undefined' ? { createScriptURL } : trustedTypes.createPolicy('charabanc', { createScriptURL })
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isSwitching) location.reload()
  })
  try {
    const registration = await navigator.serviceWorker.register(policy.createScriptURL(address), {
      scope: `${root}driver`,
      updateViaCache: 'none',
    })
    const look = () => {
      waiting = registration.waiting
      change({ hasNewVersion: waiting !== null && registration.active !== null })
    }
    look()
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
    // An app that stays open for days asks for no page, by which a browser would look.
    for (const event of ['online', 'focus']) addEventListener(event, () => void registration.update().catch(() => {}))
  } catch {
    // Without a worker the app works while there is network; the outbox is kept all the same.
  }
}

/** Switches to the version that waits, once nothing is being sent. */
export function takeNewVersion(): void {
  if (isSendingNow()) {
    setTimeout(takeNewVersion, 500)
    return
  }
  isSwitching = true
  waiting?.postMessage('take over')
}
