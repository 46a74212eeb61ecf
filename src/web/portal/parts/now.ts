import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** The time (ms), to the second or to the coarser step that is given; what shows it is drawn again only when that changes. */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now / stepMs) * stepMs)
}
