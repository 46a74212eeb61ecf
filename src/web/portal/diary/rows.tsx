import type { ReactNode } from 'react'
import type { DiaryRows } from '../../../domain/diary.ts'
import { formatCount } from '../../../domain/spoken.ts'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { formatWord } from '../../plain/words.ts'
import { type DiaryFilters, type DiaryLine, type Item, isRowShown, isShown, listUnallocated, type Whole } from './diary.ts'
import type { ItemHandles } from './handles.ts'

export type BoardProps = { readonly diary: Whole; readonly filters: DiaryFilters; readonly handles: ItemHandles }

/** The rows of a diary: unallocated items first, then each vehicle or driver. `children` draws the items of a row. */
export function BoardRows(
  props: BoardProps & {
    /** Text of the first row without items. */
    readonly nothing: (by: DiaryRows) => string
    readonly children: (items: readonly Item[], row: DiaryLine | null) => ReactNode
  },
) {
  const { diary, filters, handles, children } = props
  const by = handles.by ?? 'vehicle'
  const waiting = listUnallocated(diary, by, filters)
  return (
    <ul className="diary-rows">
      <li className="diary-row" data-waiting={waiting.length > 0 || undefined} aria-label="Unallocated">
        <div className="diary-name">
          <strong>Unallocated</strong>
          <span className="quiet">{waiting.length === 0 ? `No ${by} yet` : formatCount(waiting.length, 'job')}</span>
          {waiting.length > 0 && handles.begin !== null && <span className="quiet">Drag to a {by}</span>}
        </div>
        {children(waiting, null)}
        {waiting.length === 0 && <p className="diary-none">{props.nothing(by)}</p>}
      </li>
      {diary.rows
        .filter((row) => isRowShown(row, filters))
        .map((row) => (
          <li
            key={row.id}
            className="diary-row"
            data-diary-row={row.id}
            data-over={handles.overRow === row.id || undefined}
            aria-label={row.registration ?? row.name}
          >
            <div className="diary-name">
              {row.registration === undefined ? <strong>{row.name}</strong> : <OfficePlate registration={row.registration} />}
              <span className="quiet">{row.registration === undefined ? row.phone : formatVehicle(row)}</span>
            </div>
            {children(
              row.items.filter((item) => isShown(item, row, filters)),
              row,
            )}
          </li>
        ))}
    </ul>
  )
}

/** The seats and the kind of a vehicle: `53 seats, coach`. */
function formatVehicle({ seats = 0, type = '' }: DiaryLine): string {
  const kind = formatWord(type.replace(/_\d+(_plus)?$/, ''))
  return [formatCount(seats, 'seat'), kind === 'MPV' ? kind : kind.toLowerCase()].filter(Boolean).join(', ')
}

/** A word for the look of an item: the attributes of its card, and whether a bar has passengers. */
export type KeyWord = {
  readonly word: string
  readonly tone?: string
  readonly what?: string
  readonly isClash?: boolean
  readonly isFilled?: boolean
}

/** The meaning of the colours of a diary, and its keys. */
export function DiaryKey({ words, isDay }: { readonly words: readonly KeyWord[]; readonly isDay: boolean }) {
  return (
    <p className="diary-key" data-day={isDay || undefined}>
      {words.map(({ word, tone, what, isClash, isFilled }) => (
        <span key={word}>
          <i className="diary-card" data-tone={tone} data-what={what} data-clash={isClash}>
            {isFilled && <span className="diary-body" />}
          </i>
          {word}
        </span>
      ))}
      <span className="diary-key-keys">← → move · T today · + − zoom · U next unallocated · Ctrl Z undo</span>
    </p>
  )
}
