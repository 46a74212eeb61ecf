import { useSyncExternalStore } from 'react'

let lostAt: number | null = null
const listeners = new Set<() => void>()

function setLostAt(next: number | null): void {
  if ((lostAt === null) === (next === null)) return
  lostAt = next
  for (const listener of listeners) listener()
}

/**
 * Records a response to a call sent at `askedAt` (ms): the server is reachable. Ignores calls from before the connection was
 * lost.
 */
export function reportConnection(askedAt: number): void {
  if (lostAt !== null && askedAt > lostAt) setLostAt(null)
}

/** Records a call without a response. */
export function reportNoConnection(): void {
  setLostAt(Date.now())
}

addEventListener('offline', reportNoConnection)
addEventListener('online', () => setLostAt(null))

function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A React hook that returns the instant (ms) at which the connection was lost. Null while the server is reachable. Forms cannot
 * be sent while it is lost.
 */
export function useLostAt(): number | null {
  return useSyncExternalStore(subscribeConnection, () => lostAt)
}
