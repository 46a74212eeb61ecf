import { useSyncExternalStore } from 'react'

/** A button beside a message. */
export type NewsStep = { readonly label: string; readonly run: () => void }

/** One thing that was done, told at the foot of the page; it may be taken back while it stands there. */
export type NewsItem = {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'wrong'
  readonly undo: (() => void) | null
  readonly steps: readonly NewsStep[]
  /** Instant (ms) at which it goes. */
  readonly until: number
}

const undoMs = 10_000
const delayMs = 8_000
const plainMs = 6_000

let items: readonly NewsItem[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly NewsItem[]): void {
  items = next
  for (const listener of listeners) listener()
}

function add(text: string, lastsMs: number, rest: Partial<NewsItem> = {}): number {
  const id = ++lastId
  set([...items.slice(-2), { id, text, tone: 'plain', undo: null, steps: [], until: Date.now() + lastsMs, ...rest }])
  setTimeout(() => dismiss(id), lastsMs)
  return id
}

/** Takes one item away. */
export function dismiss(id: number): void {
  set(items.filter((item) => item.id !== id))
}

/** Tells what was done, for six seconds. */
export function say(text: string): void {
  add(text, plainMs)
}

/** Shows for ten seconds why something was not done. A form shows its own failure. A step ends the message. */
export function sayRefused(text: string, steps: readonly NewsStep[] = []): void {
  const ending = steps.map(({ label, run }) => ({
    label,
    run: () => {
      dismiss(id)
      run()
    },
  }))
  const id = add(text, undoMs, { tone: 'wrong', steps: ending })
}

/** Tells what was done with an Undo beside it for ten seconds; `undo` makes the call that takes it back. */
export function sayWithUndo(text: string, undo: () => void): void {
  const id = add(text, undoMs, {
    undo: () => {
      dismiss(id)
      undo()
    },
  })
}

/**
 * Does a thing that cannot be taken back only once its Undo has run out, after eight seconds, or when the page is left:
 * `send` must therefore use `keepalive`. `undone` puts the page back as it was.
 */
export function sayBeforeSending(text: string, send: () => void, undone: () => void): void {
  let isSettled = false
  const settle = (how: () => void) => {
    if (isSettled) return
    isSettled = true
    removeEventListener('pagehide', onLeave)
    clearTimeout(timer)
    dismiss(id)
    how()
  }
  const onLeave = () => settle(send)
  const id = add(text, delayMs + 500, { undo: () => settle(undone) })
  const timer = setTimeout(() => settle(send), delayMs)
  addEventListener('pagehide', onLeave)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A React hook that returns what is told at the foot of the page now. */
export function useNews(): readonly NewsItem[] {
  return useSyncExternalStore(subscribe, () => items)
}
