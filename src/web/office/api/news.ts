import { useSyncExternalStore } from 'react'

/** A button beside a notification. */
export type NewsStep = { readonly label: string; readonly run: () => void }

/** One notification at the foot of the page, with an Undo if there is one. */
export type NewsItem = {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'wrong'
  readonly undo: (() => void) | null
  readonly steps: readonly NewsStep[]
  /** Instant (ms) at which the notification disappears. */
  readonly until: number
}

const undoMs = 10_000
const delayMs = 8_000
const plainMs = 6_000

let items: readonly NewsItem[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setNews(next: readonly NewsItem[]): void {
  items = next
  for (const listener of listeners) listener()
}

function addNotice(text: string, lastsMs: number, rest: Partial<NewsItem> = {}): number {
  const id = ++lastId
  setNews([...items.slice(-2), { id, text, tone: 'plain', undo: null, steps: [], until: Date.now() + lastsMs, ...rest }])
  setTimeout(() => dismissNotice(id), lastsMs)
  return id
}

/** Removes one notification. */
export function dismissNotice(id: number): void {
  setNews(items.filter((item) => item.id !== id))
}

/** Shows a notification for six seconds. */
export function showNotice(text: string): void {
  addNotice(text, plainMs)
}

/** Shows a refusal for ten seconds. A form shows its own failure. A step closes the notification. */
export function showRefusal(text: string, steps: readonly NewsStep[] = []): void {
  const ending = steps.map(({ label, run }) => ({
    label,
    run: () => {
      dismissNotice(id)
      run()
    },
  }))
  const id = addNotice(text, undoMs, { tone: 'wrong', steps: ending })
}

/** Shows a notification with Undo for ten seconds. `undo` sends the call that reverses the action. */
export function showNoticeWithUndo(text: string, undo: () => void): void {
  const id = addNotice(text, undoMs, {
    undo: () => {
      dismissNotice(id)
      undo()
    },
  })
}

/**
 * Delays an irreversible action until its Undo ends after eight seconds, or until the page closes, so `send` must use
 * `keepalive`. `undone` restores the page.
 */
export function showNoticeBeforeSending(text: string, send: () => void, undone: () => void): void {
  let isSettled = false
  const settle = (how: () => void) => {
    if (isSettled) return
    isSettled = true
    removeEventListener('pagehide', onLeave)
    clearTimeout(timer)
    dismissNotice(id)
    how()
  }
  const onLeave = () => settle(send)
  const id = addNotice(text, delayMs + 500, { undo: () => settle(undone) })
  const timer = setTimeout(() => settle(send), delayMs)
  addEventListener('pagehide', onLeave)
}

function subscribeNews(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useNews(): readonly NewsItem[] {
  return useSyncExternalStore(subscribeNews, () => items)
}
