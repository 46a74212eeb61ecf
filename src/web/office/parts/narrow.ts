import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(width < 64rem)')

/** A React hook that returns whether the screen is too narrow for two columns. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => narrow.matches,
  )
}
