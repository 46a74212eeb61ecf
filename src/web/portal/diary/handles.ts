import type { PointerEvent } from 'react'
import type { DiaryRows } from '../../../domain/diary.ts'
import type { DiaryLine, Item } from './diary.ts'

/** The actions of the items of a diary: a press or the pointer opens the card of one, and a drag assigns it. */
export type ItemHandles = {
  /** The subject of the rows. Null in a list. */
  readonly by: DiaryRows | null
  /** The rows that an item can be assigned to. */
  readonly rows: readonly DiaryLine[]
  /** Name of the open item. Empty for none. */
  readonly openName: string
  readonly open: (item: Item) => void
  readonly close: () => void
  readonly give: (item: Item, rowId: number) => void
  readonly assign: (item: Item) => void
  readonly begin: ((item: Item) => (event: PointerEvent) => void) | null
  readonly isDragging: boolean
  readonly overRow: number | null
}
