import type { PointerEvent } from 'react'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { findToday, formatDay } from '../../plain/moment.ts'
import { countLanes, placeBars, type TimeWindow } from '../../plain/timeline.ts'
import {
  buildItemKey,
  type DiaryFilters,
  type DiaryLine,
  describeItem,
  findItemStart,
  formatBarState,
  formatItemTitle,
  type Item,
  isRowShown,
  isShown,
} from './diary.ts'

/** The actions of a bar: a click opens it, and a drag assigns it. */
export type BarHandles = {
  readonly open: (item: Item) => void
  readonly begin: ((item: Item) => (event: PointerEvent) => void) | null
  readonly overRow: number | null
}

/** A row for each vehicle or driver, with a bar for each busy time. */
export function Timeline(props: {
  readonly rows: readonly DiaryLine[]
  readonly within: TimeWindow
  readonly filters: DiaryFilters
  readonly handles: BarHandles
}) {
  const { rows, within, filters, handles } = props
  const { zone } = useSession()
  const now = useClock(60_000)
  const share = (at: number) => `${((at - within.from) / (within.to - within.from)) * 100}%`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area needs keyboard focus
    <section className="diary-frame" aria-label="Timeline" tabIndex={0}>
      <div className="diary-grid" style={{ minInlineSize: `${11 + within.days.length * (within.days.length > 7 ? 5 : 6)}rem` }}>
        <div className="diary-head">
          <span />
          <div className="diary-days">
            {within.days.map(({ day, at }) => (
              <span key={day} style={{ insetInlineStart: share(at) }} data-today={day === findToday(zone, now) || undefined}>
                {formatDay(day, findToday(zone, now))}
              </span>
            ))}
          </div>
        </div>
        <ul className="diary-rows">
          {rows
            .filter((row) => isRowShown(row, filters))
            .map((row) => (
              <TimelineRow key={row.id} row={row} within={within} filters={filters} handles={handles} />
            ))}
        </ul>
        {now > within.from && now < within.to && (
          <div className="diary-now-frame" aria-hidden="true">
            <span className="diary-now" style={{ insetInlineStart: share(now) }} />
          </div>
        )}
      </div>
    </section>
  )
}

const laneRem = 2.25

function TimelineRow(props: {
  readonly row: DiaryLine
  readonly within: TimeWindow
  readonly filters: DiaryFilters
  readonly handles: BarHandles
}) {
  const { row, within, filters, handles } = props
  const placed = placeBars(
    row.items.filter((item) => isShown(item, row, filters)).map((item) => ({ item, from: findItemStart(item), to: item.to })),
    within,
  )
  return (
    <li className="diary-row" data-diary-row={row.id} data-over={handles.overRow === row.id || undefined}>
      <div className="diary-name">
        {row.registration === undefined ? <strong>{row.name}</strong> : <OfficePlate registration={row.registration} />}
        <span className="second-line">{row.registration === undefined ? row.phone : `${row.seats} seats`}</span>
      </div>
      <div className="diary-track" style={{ minBlockSize: `${countLanes(placed) * laneRem + 0.25}rem` }}>
        {within.days.slice(1).map(({ day, at }) => (
          <span
            key={day}
            className="diary-line"
            style={{ insetInlineStart: `${((at - within.from) / (within.to - within.from)) * 100}%` }}
          />
        ))}
        {placed.map(({ item: { item, from }, left, width, lane, room, isCutBefore, isCutAfter }) => (
          <Bar
            key={buildItemKey(item)}
            item={item}
            handles={handles}
            style={{
              insetInlineStart: `${left * 100}%`,
              inlineSize: `${width * 100}%`,
              insetBlockStart: `${lane * laneRem + 0.25}rem`,
            }}
            besideSize={room > 2 * width ? `${(room / width - 1) * 100}%` : null}
            pickupAt={isCutBefore || from === item.from ? null : formatPosition(item.from, from, item.to)}
            isCut={isCutBefore || isCutAfter}
          />
        ))}
      </div>
    </li>
  )
}

/** Position of an instant between two others, as a percentage. */
function formatPosition(at: string, from: string, to: string): string {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  return `${((Date.parse(at) - start) / (end - start)) * 100}%`
}

function Bar(props: {
  readonly item: Item
  readonly handles: BarHandles
  readonly style: { readonly insetInlineStart: string; readonly inlineSize: string; readonly insetBlockStart: string }
  /** Free width beside the bar, as a percentage of the bar. Null if the bar has more room for its text. */
  readonly besideSize: string | null
  /**
   * Position of the departure in the bar. Null unless the bar begins in view with a report time before the departure.
   */
  readonly pickupAt: string | null
  readonly isCut: boolean
}) {
  const { item, handles } = props
  const { zone } = useSession()
  const spoken = describeItem(item, zone, useClock(60_000))
  return (
    <button
      type="button"
      className="diary-bar"
      data-what={item.what}
      data-clash={item.warnings.length > 0 || undefined}
      data-cut={props.isCut || undefined}
      style={props.style}
      aria-label={spoken}
      title={spoken}
      onClick={() => handles.open(item)}
      onPointerDown={item.what === 'booking' && handles.begin !== null ? handles.begin(item) : undefined}
    >
      {props.pickupAt !== null && <span className="diary-pickup" style={{ insetInlineStart: props.pickupAt }} />}
      <span
        className="diary-bar-text"
        data-beside={props.besideSize !== null || undefined}
        style={props.besideSize === null ? undefined : { insetInlineEnd: `-${props.besideSize}` }}
      >
        <span className="diary-bar-title">{formatItemTitle(item)}</span> <span>{formatBarState(item)}</span>
      </span>
    </button>
  )
}
