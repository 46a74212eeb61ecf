import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(width < 64rem)')

/** Whether there is no room for a timeline. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => narrow.matches,
  )
}
