import { findPageWithin } from '../../plain/page-within.ts'

const storageKey = 'charabanc.sign-in.to'
const keptMs = 3_600_000

/** Saves the target page until the emailed link is opened, perhaps in another tab. */
export function saveTarget(to: string | null): void {
  if (to === null) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, JSON.stringify({ to, until: Date.now() + keptMs }))
}

/** The page to go to after signing in: a path below the app's own, never of another app or host. */
export function findTarget(asked: string | null): string {
  return findPageWithin(asked ?? readKeptTarget())
}

function readKeptTarget(): string | null {
  try {
    const { to, until } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as { to?: string; until?: number }
    return to !== undefined && until !== undefined && until > Date.now() ? to : null
  } catch {
    return null
  }
}
