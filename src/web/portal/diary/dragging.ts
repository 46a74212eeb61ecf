import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Item } from './diary.ts'

/** A dragged item and the row under it, if any. */
type Dragged = { readonly item: Item; readonly rowId: number | null; readonly x: number; readonly y: number }

const slackPx = 6

/** A React hook that drags an item to a row (`data-diary-row`) by mouse, pen or finger. A short movement is a click. */
export function useDragging(dropped: (item: Item, rowId: number) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const start = useRef<{ readonly item: Item; readonly x: number; readonly y: number } | null>(null)
  const hasMoved = useRef(false)
  const ghost = useRef<HTMLSpanElement>(null)
  const drop = useRef(dropped)
  drop.current = dropped

  useEffect(() => {
    const move = (event: globalThis.PointerEvent) => {
      const from = start.current
      if (from === null) return
      if (!hasMoved.current && Math.hypot(event.clientX - from.x, event.clientY - from.y) < slackPx) return
      hasMoved.current = true
      const { clientX: x, clientY: y } = event
      const rowId = findRowAt(x, y)
      // Only a new row under the item renders the rows again.
      ghost.current?.style.setProperty('transform', `translate(${x + 8}px, ${y + 8}px)`)
      setDragged((before) => (before?.item === from.item && before.rowId === rowId ? before : { item: from.item, rowId, x, y }))
    }
    const end = (event: globalThis.PointerEvent) => {
      const from = start.current
      start.current = null
      setDragged(null)
      // The browser sends the drag's click before the next frame.
      requestAnimationFrame(() => {
        if (start.current === null) hasMoved.current = false
      })
      if (from === null || !hasMoved.current || event.type === 'pointercancel') return
      const rowId = findRowAt(event.clientX, event.clientY)
      if (rowId !== null) drop.current(from.item, rowId)
    }
    const cancelDrag = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      start.current = null
      setDragged(null)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    addEventListener('keydown', cancelDrag)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      removeEventListener('keydown', cancelDrag)
    }
  }, [])

  const begin = (item: Item) => (event: PointerEvent) => {
    if (event.button !== 0) return
    hasMoved.current = false
    start.current = { item, x: event.clientX, y: event.clientY }
  }
  /** Whether the next click belongs to a drag. */
  const wasDragged = () => hasMoved.current
  return { dragged, ghost, begin, wasDragged }
}

function findRowAt(x: number, y: number): number | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-diary-row]')
  return row === null || row === undefined ? null : Number(row.dataset.diaryRow)
}
