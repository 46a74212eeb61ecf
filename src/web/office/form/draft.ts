import { useCallback, useState } from 'react'
import { withValueAt } from './paths.ts'

const everyPrefix = 'charabanc.draft.'

/** Prefix of the drafts with the API's names. Earlier drafts have other names, and are deleted. */
const prefix = `${everyPrefix}2.`

for (const key of Object.keys(localStorage)) {
  if (key.startsWith(everyPrefix) && !key.startsWith(prefix)) localStorage.removeItem(key)
}

/** The typed values of a form, with functions to change them and to clear them after sending. */
export type TypedDraft<T> = {
  readonly values: T
  readonly set: (change: Partial<T>) => void
  /** Changes the value at a dotted path: `address.town`, `vehicles.0.seats`. */
  readonly setAt: (path: string, value: unknown) => void
  /** Clears the draft: resets the values and deletes the saved copy. */
  readonly clear: () => void
  /** Whether the values come from a saved draft. */
  readonly isFound: boolean
  readonly texts: KeptTexts
}

/** The texts of unreadable fields, such as `64o` for an amount, by field path. */
type KeptTexts = {
  readonly find: (path: string) => string | null
  /** Saves the text of a field. Null deletes it. */
  readonly keep: (path: string, text: string | null) => void
}

/**
 * A React hook for a form's values. The browser keeps them under `name` (such as `quote-TR-7K3M9Q`) until they are sent, also
 * through a reload, a closed drawer or a lost answer. Without a name they last as long as the form.
 */
export function useDraft<T extends object>(name: string | null, initial: T): TypedDraft<T> {
  const [found] = useState(() => (name === null ? null : readStoredDraft<Partial<T>>(name)))
  const [values, setValues] = useState<T>(() => ({ ...initial, ...found }))
  const replace = useCallback(
    (change: (before: T) => T) =>
      setValues((before) => {
        const next = change(before)
        if (name !== null) localStorage.setItem(prefix + name, JSON.stringify(next))
        return next
      }),
    [name],
  )
  const set = useCallback((change: Partial<T>) => replace((before) => ({ ...before, ...change })), [replace])
  const setAt = useCallback(
    (path: string, value: unknown) => replace((before) => withValueAt(before, path, value) as T),
    [replace],
  )
  const [texts] = useState(() => openKeptTexts(name))
  const clear = () => {
    if (name !== null) for (const key of [name, buildTextsName(name)]) localStorage.removeItem(prefix + key)
    setValues(initial)
  }
  return { values, set, setAt, clear, isFound: found !== null, texts }
}

/** The texts of a form that keeps none. */
export const noTexts: KeptTexts = { find: () => null, keep: () => undefined }

const buildTextsName = (name: string) => `${name}.texts`

function openKeptTexts(name: string | null): KeptTexts {
  if (name === null) return noTexts
  const read = () => new Map(readStoredDraft<[string, string][]>(buildTextsName(name)) ?? [])
  return {
    find: (path) => read().get(path) ?? null,
    keep: (path, text) => {
      const kept = read()
      if (text === null && !kept.delete(path)) return
      if (text !== null) kept.set(path, text)
      localStorage.setItem(prefix + buildTextsName(name), JSON.stringify([...kept]))
    },
  }
}

function readStoredDraft<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Deletes every draft, for example after signing out. */
export function removeAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(everyPrefix)) localStorage.removeItem(key)
}
