import { useSyncExternalStore } from 'react'

/** A React hook that returns whether the window matches a media query. */
function useMedia(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}

const narrow = matchMedia('(width < 64rem)')
const touch = matchMedia('(pointer: coarse)')
const oneColumn = matchMedia('(width < 1180px)')

/** A React hook that returns whether the window is too narrow for two columns or a timeline. */
export function useNarrow(): boolean {
  return useMedia(narrow)
}

/** A React hook that returns whether the main pointer is a finger. */
export function useTouch(): boolean {
  return useMedia(touch)
}

/** A React hook that returns whether Today shows its lists in one column. */
export function useOneColumn(): boolean {
  return useMedia(oneColumn)
}
