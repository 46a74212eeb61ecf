import { useCallback, useState } from 'react'

const prefix = 'charabanc.draft.'

/** A form's values as they are typed, a way to change some of them, and the end of it once they were sent. */
export type TypedDraft<T> = {
  readonly values: T
  readonly set: (change: Partial<T>) => void
  /** Sent or given up: the values are as at the start, and nothing of them is kept. */
  readonly clear: () => void
  /** Whether these values were typed before and found again. */
  readonly isFound: boolean
}

/**
 * The values of a form, kept in this browser under `name` (such as `quote-TR-7K3M9Q`) until they are sent, so that a reload, a
 * closed drawer or a lost answer loses nothing. Without a name they live as long as the form.
 */
export function useDraft<T extends object>(name: string | null, initial: T): TypedDraft<T> {
  const [found] = useState(() => (name === null ? null : stored<T>(name)))
  const [values, setValues] = useState<T>(() => ({ ...initial, ...found }))
  const set = useCallback(
    (change: Partial<T>) =>
      setValues((before) => {
        const next = { ...before, ...change }
        if (name !== null) localStorage.setItem(prefix + name, JSON.stringify(next))
        return next
      }),
    [name],
  )
  const clear = () => {
    if (name !== null) localStorage.removeItem(prefix + name)
    setValues(initial)
  }
  return { values, set, clear, isFound: found !== null }
}

function stored<T>(name: string): Partial<T> | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as Partial<T> | null
  } catch {
    return null
  }
}

/** Forgets every draft, as when somebody signs out. */
export function clearDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
