import { pageWithin } from '../../plain/page-within.ts'

const storageKey = 'charabanc.sign-in.to'
const keptMs = 3_600_000

/** Remembers where somebody wanted to go while their link is in the mail: it may open in another tab. */
export function keepTarget(to: string | null): void {
  if (to === null) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, JSON.stringify({ to, until: Date.now() + keptMs }))
}

/** The page to go to after signing in: a path below the app's own, never of another app or host. */
export function targetFrom(asked: string | null): string {
  return pageWithin(asked ?? kept())
}

function kept(): string | null {
  try {
    const { to, until } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as { to?: string; until?: number }
    return to !== undefined && until !== undefined && until > Date.now() ? to : null
  } catch {
    return null
  }
}
