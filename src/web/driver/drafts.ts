import { useState } from 'preact/hooks'
import { root } from './address.ts'

const prefix = `charabanc.driver${root}.draft.`

/** Reads a draft by its name; null without one. A draft holds input that is not in the outbox yet. */
export function readDraft<Value>(name: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as Value | null
  } catch {
    return null
  }
}

/** Saves a draft before this returns, so that an immediate reload does not lose it; null deletes it. */
export function saveDraft(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // If the browser's storage is full, the draft lasts while the page is open.
  }
}

/** Deletes all drafts, as after signing out. */
export function removeDrafts(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
}

/** A hook for a value of a form that continues from its draft: `[value, set, drop]`. */
export function useSavedDraft<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void, () => void] {
  const [value, setValue] = useState(() => readDraft<Value>(name) ?? initial)
  const set = (typed: Value) => {
    setValue(typed)
    saveDraft(name, typed)
  }
  return [value, set, () => saveDraft(name, null)]
}
