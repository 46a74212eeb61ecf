import { callSession } from '../api/client.ts'
import { queries } from '../api/queries.ts'

const nearMs = 30 * 24 * 3_600_000
const idleMs = 5_000

/**
 * Renews the session once it ends within 30 days (`expiresAt` of the API), while the page is idle and in one tab only: of two
 * at once one would be signed out. Returns what gives it up.
 */
export function keepSignedIn(expiresAt: string | null): () => void {
  if (expiresAt === null || Date.parse(expiresAt) - Date.now() > nearMs) return () => undefined
  const renew = async () => {
    try {
      await callSession('POST', '/session/rotate')
      await queries.invalidateQueries({ queryKey: ['session'] })
    } catch {
      // It is tried again when the page is opened the next time; the session is still good.
    }
  }
  const timer = setTimeout(() => {
    if (navigator.locks === undefined) void renew()
    else void navigator.locks.request('charabanc-portal-rotate', { ifAvailable: true }, (lock) => (lock ? renew() : undefined))
  }, idleMs)
  return () => clearTimeout(timer)
}
