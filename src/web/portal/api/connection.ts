import { useSyncExternalStore } from 'react'

let lostAt: number | null = null
const listeners = new Set<() => void>()

function set(next: number | null): void {
  if ((lostAt === null) === (next === null)) return
  lostAt = next
  for (const listener of listeners) listener()
}

/** An answer came to what was asked then (ms): the server can be reached. One that was on its way when the connection was lost says nothing. */
export function sawConnection(askedAt: number): void {
  if (lostAt !== null && askedAt > lostAt) set(null)
}

/** No answer came. */
export function sawNoConnection(): void {
  set(Date.now())
}

addEventListener('offline', sawNoConnection)
addEventListener('online', () => set(null))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A React hook that returns the instant (ms) since which the server cannot be reached, null while it can. Nothing is
 * written meanwhile.
 */
export function useLostAt(): number | null {
  return useSyncExternalStore(subscribe, () => lostAt)
}
