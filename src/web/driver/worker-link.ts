import { root } from './address.ts'
import { changeAppState } from './app.ts'
import { isSendingNow } from './sending.ts'

type UrlPolicy = { readonly createScriptURL: (url: string) => string }
declare const trustedTypes: { readonly createPolicy: (name: string, policy: UrlPolicy) => UrlPolicy } | undefined

const address = `${root}driver/sw.js`

/** Whether this phone can cache the app for offline use, which requires https. */
export const canBeKept = 'serviceWorker' in navigator

let waiting: ServiceWorker | null = null
let isSwitching = false

/** Caches the app on the phone, and reports a new version. */
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
      changeAppState({ hasNewVersion: waiting !== null && registration.active !== null })
    }
    look()
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
    // An app that stays open for days requests no page, which would make a browser check for a new version.
    for (const event of ['online', 'focus']) addEventListener(event, () => void registration.update().catch(() => {}))
  } catch {
    // Without a worker the app needs a network; the outbox is still saved.
  }
}

/** Switches to the new version when no entry is being sent. */
export function switchToNewVersion(): void {
  if (isSendingNow()) {
    setTimeout(switchToNewVersion, 500)
    return
  }
  isSwitching = true
  waiting?.postMessage('take over')
}
