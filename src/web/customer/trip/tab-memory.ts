import type { LeftFor } from './leaving.ts'

/** Keeps in this tab what coming back needs: the token never goes to where cards are typed. */
export function keepLeaving(ref: string, token: string, left: LeftFor): void {
  quietly((kept) => {
    kept.setItem(tokenName(ref), token)
    kept.setItem(leftName(ref), JSON.stringify(left))
  })
}

/** The token of a trip that this tab has left for a payment. */
export function keptToken(ref: string): string | null {
  return quietly((kept) => kept.getItem(tokenName(ref)))
}

/** The purpose this tab was left for on this trip and has not heard the end of, or null. */
export function keptLeaving(ref: string): LeftFor | null {
  return quietly((kept): LeftFor | null => JSON.parse(kept.getItem(leftName(ref)) ?? 'null'))
}

/** The end of it has been told. */
export function dropLeaving(ref: string): void {
  quietly((kept) => kept.removeItem(leftName(ref)))
}

const tokenName = (ref: string) => `trip:${ref}`
const leftName = (ref: string) => `left:${ref}`

/** A browser may keep nothing for pages: then who comes back opens the link of the mail. */
function quietly<T>(work: (kept: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}
