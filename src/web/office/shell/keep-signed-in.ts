import { callSession } from '../api/client.ts'
import { queries } from '../api/queries.ts'

const nearMs = 30 * 24 * 3_600_000
const idleMs = 5_000

/**
 * Renews a session that ends within 30 days (`expiresAt` of the API), while the page is idle. Only one tab renews it, because two
 * at the same time would sign one out. Returns a function that stops it.
 */
export function keepSignedIn(expiresAt: string | null): () => void {
  if (expiresAt === null || Date.parse(expiresAt) - Date.now() > nearMs) return () => undefined
  const renew = async () => {
    try {
      await callSession('POST', '/session/rotate')
      await queries.invalidateQueries({ queryKey: ['session'] })
    } catch {
      // The next visit tries again. The session is still valid.
    }
  }
  const timer = setTimeout(() => {
    if (navigator.locks === undefined) void renew()
    else void navigator.locks.request('charabanc-portal-rotate', { ifAvailable: true }, (lock) => (lock ? renew() : undefined))
  }, idleMs)
  return () => clearTimeout(timer)
}
