import type { LeftPayment } from './left-payment.ts'

/** Saves the token and the payment in this tab, because the card page never gets the token. */
export function saveLeaving(ref: string, token: string, left: LeftPayment): void {
  tryWithStorage((kept) => {
    kept.setItem(buildTokenName(ref), token)
    kept.setItem(buildLeftName(ref), JSON.stringify(left))
  })
}

/** The token of a trip that this tab has left for a payment. */
export function findSavedToken(ref: string): string | null {
  return tryWithStorage((kept) => kept.getItem(buildTokenName(ref)))
}

/** The payment that this tab was left for, until its result is shown; null for none. */
export function findSavedLeaving(ref: string): LeftPayment | null {
  return tryWithStorage((kept): LeftPayment | null => JSON.parse(kept.getItem(buildLeftName(ref)) ?? 'null'))
}

/** Removes the payment after its result is shown. */
export function removeLeaving(ref: string): void {
  tryWithStorage((kept) => kept.removeItem(buildLeftName(ref)))
}

const buildTokenName = (ref: string) => `trip:${ref}`
const buildLeftName = (ref: string) => `left:${ref}`

/** Runs `work` with the tab's storage. If the browser refuses it, the customer opens the link of the email again. */
function tryWithStorage<T>(work: (kept: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}
