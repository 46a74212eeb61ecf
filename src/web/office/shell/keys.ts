import { useEffect, useRef } from 'react'

/** An action of a key on the open page, and its text in the list of shortcuts. */
type KeyAction = { readonly says: string; readonly run: () => void }

/**
 * By key: `q`, `.`, `Enter`, an arrow with Shift as `Shift+ArrowLeft`, or two in a row with a blank between: `g i`. A letter
 * with Alt, `Alt+S`, works in fields too.
 */
export type Keys = Readonly<Record<string, KeyAction>>

const layers: { readonly current: Keys }[] = []

/** A React hook that activates keys while the component is mounted, except inside fields. The latest action of a key wins. */
export function useKeys(keys: Keys): void {
  const layer = useRef(keys)
  layer.current = keys
  useEffect(() => {
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [])
}

/** Every active key, for the list. */
export function listShortcutKeys(): readonly (readonly [string, string])[] {
  const all = Object.assign({}, ...layers.map(({ current }) => current)) as Keys
  return Object.entries(all).map(([key, { says }]) => [key, says])
}

const fields = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"], [role="dialog"]'

const choices = 'input:is([type="radio"], [type="checkbox"])'

/** Whether a key belongs to the field with the focus. A choice uses only the arrows, Enter and the blank. */
function isTypedInto({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  const isFree = target.matches(choices) && key.length === 1 && key !== ' '
  return ((isFree ? target.parentElement : target)?.closest(fields) ?? null) !== null
}

let first: { readonly key: string; readonly at: number } | null = null

function handleKeyDown(event: KeyboardEvent): void {
  if (event.altKey && !event.defaultPrevented) runAltKey(event)
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event)) return
  const pair = first !== null && event.timeStamp - first.at < 1500 ? `${first.key} ${event.key}` : null
  const action =
    (pair !== null && findKeyAction(pair)) ||
    findKeyAction(event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key)
  first = pair === null && event.key.length === 1 ? { key: event.key, at: event.timeStamp } : null
  if (!action) return
  // Enter on a link or a button is its own.
  if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button') !== null) return
  event.preventDefault()
  first = null
  action.run()
}

/** By the place of the key, because Alt makes another letter on a Mac. */
function runAltKey(event: KeyboardEvent): void {
  const action = event.ctrlKey || event.metaKey ? undefined : findKeyAction(event.code.replace('Key', 'Alt+'))
  if (action === undefined || !event.code.startsWith('Key')) return
  event.preventDefault()
  action.run()
}

function findKeyAction(key: string): KeyAction | undefined {
  return layers.map(({ current }) => current[key]).findLast((action) => action !== undefined)
}

addEventListener('keydown', handleKeyDown)
