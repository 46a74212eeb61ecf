import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null

function advanceClock(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribeClock(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(advanceClock, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** A React hook that returns the time (ms) in steps of `stepMs`. The component renders again at each step. */
export function useClock(stepMs = 1000): number {
  return useSyncExternalStore(subscribeClock, () => Math.floor(now / stepMs) * stepMs)
}
