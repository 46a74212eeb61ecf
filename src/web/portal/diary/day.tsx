import { useLayoutEffect, useRef, useState } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { findToday, formatDay, toWallTime } from '../../plain/moment.ts'
import { countLanes, type DayWindow, findDayWindow, listFreeGaps, placeBars, placeTexts } from '../../plain/timeline.ts'
import { findItemEnd } from '../../plain/trip-end.ts'
import { listInstants, toWallAt } from '../../plain/zone.ts'
import { buildItemKey, countJobs, type DiaryLine, describeItem, findItemStart, type Item } from './diary.ts'
import type { ItemHandles } from './handles.ts'
import { ItemButton, ItemFacts } from './item.tsx'
import { type BoardProps, BoardRows, type KeyWord } from './rows.tsx'

const hours = Array.from({ length: 18 }, (_, nth) => String(nth + 6).padStart(2, '0'))
const laneSize = 62

/** Time around now without labels of hours (ms). */
const besideNowMs = 48 * 60_000

/** A row for each vehicle or driver with its bars to scale, from 05:00 to midnight, and its free times. */
export function DayBoard(props: BoardProps & { readonly day: string; readonly items: readonly Item[] }) {
  const { day, items, handles } = props
  const { zone } = useSession()
  const now = useClock(60_000)
  const within = findDayWindow(day, zone)
  const { track, size } = useTrackSize()
  const share = (at: number) => `${((at - within.from) / (within.to - within.from)) * 100}%`
  const marks = hours.map((hour) => ({ hour, at: listInstants(`${day}T${hour}:00`, zone)[0] ?? within.from }))
  const isNow = now > within.from && now < within.to
  const lines = (
    <>
      {marks.map(({ hour, at }) => (
        <i key={hour} style={{ insetInlineStart: share(at) }} />
      ))}
      {isNow && <i className="diary-now" style={{ insetInlineStart: share(now) }} />}
    </>
  )
  const isToday = day === findToday(zone, now)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area needs keyboard focus
    <section className="diary-frame" aria-label="Timeline" tabIndex={0}>
      <div className="diary-grid" data-days="1">
        <div className="diary-head">
          <span className="diary-name quiet">{formatCount(countJobs(items).all, 'job')}</span>
          <div className="diary-hours" ref={track} aria-hidden="true">
            {marks.map(({ hour, at }) => (
              <span key={hour} style={{ insetInlineStart: share(at) }}>
                {isNow && Math.abs(at - now) < besideNowMs ? '' : hour}
              </span>
            ))}
            {isNow && (
              <span className="diary-now-time" style={{ insetInlineStart: share(now) }}>
                {toWallTime(toWallAt(now, zone))}
              </span>
            )}
          </div>
          <span className="diary-free quiet">Free</span>
        </div>
        <BoardRows {...props} nothing={(by) => `Nothing. Every job${isToday ? ' today' : ''} has a ${by}.`}>
          {(shown, row) => (
            <>
              <div className="diary-scale">
                {lines}
                <Bars items={shown} row={row} within={within} size={size} handles={handles} />
              </div>
              <Free row={row} within={within} />
            </>
          )}
        </BoardRows>
      </div>
    </section>
  )
}

/** A React hook that returns the width of a track in pixels, also after a change of the window. */
function useTrackSize() {
  const track = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(900)
  useLayoutEffect(() => {
    const element = track.current
    if (element === null) return
    const watch = new ResizeObserver(() => setSize(element.clientWidth))
    setSize(element.clientWidth)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { track, size }
}

type Drawn = {
  readonly items: readonly Item[]
  readonly row: DiaryLine | null
  readonly within: DayWindow
}

function Bars({ items, row, within, size, handles }: Drawn & { readonly size: number; readonly handles: ItemHandles }) {
  const placed = placeBars(
    items.map((item) => ({ item, from: findItemStart(item), to: item.to })),
    within,
  )
  const textOf = (item: Item) => describeBar(item, row, within, handles)
  const texts = placeTexts(
    placed,
    size,
    ({ item, from }) => findPickupShare(item, from, within),
    ({ item }) => measureText(textOf(item)),
  )
  return (
    <div className="diary-bars" style={{ blockSize: `${countLanes(placed) * laneSize}px` }}>
      {placed.map(({ item: { item, from }, left, width, lane }, nth) => {
        const { title, ...facts } = textOf(item)
        const text = texts[nth]
        return (
          <ItemButton
            key={buildItemKey(item)}
            item={item}
            row={row}
            handles={handles}
            isCut={Date.parse(from) < within.from || Date.parse(item.to) > within.to}
            style={{
              insetInlineStart: `${left * 100}%`,
              inlineSize: `${width * 100}%`,
              insetBlockStart: `${lane * laneSize + 8}px`,
            }}
          >
            <span className="diary-body" style={{ insetInlineStart: `${findPickupShare(item, from, within) * 100}%` }} />
            {text !== undefined && (
              <span
                className="diary-bar-text"
                data-side={text.side}
                style={{ insetInlineStart: `${text.at}px`, maxInlineSize: `${text.room}px` }}
              >
                <strong>{title} </strong>
                <span>
                  <ItemFacts {...facts} />
                </span>
              </span>
            )}
          </ItemButton>
        )
      })}
    </div>
  )
}

/** The share of a bar before its pick-up. */
function findPickupShare(item: Item, from: string, within: DayWindow): number {
  const [start, end] = [Math.max(Date.parse(from), within.from), Math.min(Date.parse(item.to), within.to)]
  const share = (Date.parse(item.from) - start) / (end - start)
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0
}

/** The text of a bar. A time outside of the window has an arrow, and a time of another day its weekday. */
function describeBar(item: Item, row: DiaryLine | null, within: DayWindow, { by }: ItemHandles) {
  const { time, route, who, crew, clash } = describeItem(item, row, by)
  const end = findItemEnd(item)
  const [begins, ends] = [Date.parse(item.from), Date.parse(item.to)]
  const starts =
    begins < within.start ? `‹ ${formatDay(item.from, item.from)}, ${time}` : begins < within.from ? `‹ ${time}` : time
  const after = ends > within.to ? ` – ${toWallTime(end)} ›` : ''
  return { title: item.what === 'block' ? route : `${starts} ${route}${after}`, who, crew, clash }
}

let pen: CanvasRenderingContext2D | null = null

/** The width of a bar's text in pixels, with its padding. */
function measureText({ title, who, crew, clash }: ReturnType<typeof describeBar>): number {
  pen ??= document.createElement('canvas').getContext('2d')
  if (pen === null) return 0
  pen.font = `600 12px ${getComputedStyle(document.body).fontFamily}`
  return (
    Math.max(...[title, [who, crew, clash].filter(Boolean).join(' · ')].map((line) => pen?.measureText(line).width ?? 0)) + 16
  )
}

/** The free times of a row: `to 09:40`, `from 13:30`. */
function Free({ row, within }: Omit<Drawn, 'items'>) {
  const { zone } = useSession()
  const now = useClock(60_000)
  if (row === null) return <div className="diary-free" />
  const busy = row.items.filter(({ what }) => what === 'booking' || what === 'block')
  const gaps = listFreeGaps(
    busy.map((item) => ({ from: findItemStart(item), to: item.to })),
    within,
    now,
  )
  const say = (at: number) => toWallTime(toWallAt(at, zone))
  return (
    <div className="diary-free">
      {gaps.length === 0 && <span className="quiet">{within.to <= now ? '–' : 'none'}</span>}
      {gaps.map(({ from, to }) => (
        <span key={from}>
          {from === null
            ? to === null
              ? 'all day'
              : `to ${say(to)}`
            : to === null
              ? `from ${say(from)}`
              : `${say(from)}–${say(to)}`}
        </span>
      ))}
    </div>
  )
}

/** The meaning of the colours of bars. */
export const dayKey: readonly KeyWord[] = [
  { word: 'With passengers', isFilled: true },
  { word: 'Empty run' },
  { word: 'Awaiting driver', tone: 'waiting', isFilled: true },
  { word: 'No driver', tone: 'wrong', isFilled: true },
]
