import { useState } from 'preact/hooks'
import { root } from './address.ts'

const prefix = `charabanc.driver${root}.draft.`

/** Reads what was typed or tapped under a name and is not in the outbox yet; null where nothing is. */
export function readDraft<Value>(name: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as Value | null
  } catch {
    return null
  }
}

/** Keeps it before this returns, so that no reload loses it, however soon it comes; null lets it go. */
export function keepDraft(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing more still has it while the page is open.
  }
}

/** Lets everything go, as after signing out. */
export function forgetDrafts(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
}

/** A value of a form that goes on where it was left: `[value, set, letGo]`. */
export function useDraft<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void, () => void] {
  const [value, setValue] = useState(() => readDraft<Value>(name) ?? initial)
  const set = (typed: Value) => {
    setValue(typed)
    keepDraft(name, typed)
  }
  return [value, set, () => keepDraft(name, null)]
}
