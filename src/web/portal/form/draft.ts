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
  readonly texts: KeptTexts
}

/** The texts of fields that could not be read, such as `64o` for an amount, by the fields' paths. */
export type KeptTexts = {
  readonly find: (path: string) => string | null
  /** Null forgets it. */
  readonly keep: (path: string, text: string | null) => void
}

/**
 * The values of a form, kept in this browser under `name` (such as `quote-TR-7K3M9Q`) until they are sent, so that a reload, a
 * closed drawer or a lost answer loses nothing. Without a name they live as long as the form.
 */
export function useDraft<T extends object>(name: string | null, initial: T): TypedDraft<T> {
  const [found] = useState(() => (name === null ? null : stored<Partial<T>>(name)))
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
  const [texts] = useState(() => textsOf(name))
  const clear = () => {
    if (name !== null) for (const key of [name, textsName(name)]) localStorage.removeItem(prefix + key)
    setValues(initial)
  }
  return { values, set, clear, isFound: found !== null, texts }
}

const textsName = (name: string) => `${name}.texts`

function textsOf(name: string | null): KeptTexts {
  if (name === null) return { find: () => null, keep: () => undefined }
  const read = () => new Map(stored<[string, string][]>(textsName(name)) ?? [])
  return {
    find: (path) => read().get(path) ?? null,
    keep: (path, text) => {
      const kept = read()
      if (text === null && !kept.delete(path)) return
      if (text !== null) kept.set(path, text)
      localStorage.setItem(prefix + textsName(name), JSON.stringify([...kept]))
    },
  }
}

function stored<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Forgets every draft, as when somebody signs out. */
export function clearDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
