import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { useHrefWith } from '../../office/parts/url-state.ts'
import { findToday, formatDay } from '../../plain/moment.ts'
import { countLanes, placeCards } from '../../plain/timeline.ts'
import { buildItemKey, countJobs, type Item } from './diary.ts'
import { ItemButton, ItemLines } from './item.tsx'
import { type BoardProps, BoardRows, type KeyWord } from './rows.tsx'

/** A row for each vehicle or driver with a cell for each day. A card fills the cells of its days. */
export function WeekBoard(props: BoardProps & { readonly days: readonly string[]; readonly items: readonly Item[] }) {
  const { days, items, handles } = props
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const hrefWith = useHrefWith()
  const { all, byDay } = countJobs(items)
  const cells = days.map((day, nth) => (
    <i
      key={day}
      style={{ gridColumn: nth + 1 }}
      data-today={day === today || undefined}
      data-weekend={[0, 6].includes(new Date(day).getUTCDay()) || undefined}
    />
  ))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area needs keyboard focus
    <section className="diary-frame" aria-label="Timeline" tabIndex={0}>
      <div
        className="diary-grid"
        data-days={days.length}
        style={{ '--days': days.length, minInlineSize: `calc(var(--names) + ${days.length * 4.5}rem)` } as React.CSSProperties}
      >
        <div className="diary-head">
          <span className="diary-name quiet">{formatCount(all, 'job')}</span>
          <div className="diary-track">
            {days.map((day) => (
              <Link key={day} href={hrefWith({ view: 'day', from: day })} data-today={day === today || undefined}>
                <strong>{formatDay(day, today)}</strong> <span>· {byDay.get(day) ?? 0}</span>
              </Link>
            ))}
          </div>
        </div>
        <BoardRows {...props} nothing={(by) => `All jobs have a ${by}.`}>
          {(shown, row) => {
            const placed = placeCards(shown, days)
            return (
              <div className="diary-track" style={{ gridTemplateRows: `repeat(${countLanes(placed)}, auto)` }}>
                {cells}
                {placed.map(({ item, column, span, lane, isCut }) => (
                  <ItemButton
                    key={buildItemKey(item)}
                    item={item}
                    row={row}
                    handles={handles}
                    isCut={isCut}
                    style={{ gridColumn: `${column + 1} / span ${span}`, gridRow: lane + 1 }}
                  >
                    <ItemLines item={item} row={row} by={handles.by} />
                  </ItemButton>
                ))}
              </div>
            )
          }}
        </BoardRows>
      </div>
    </section>
  )
}

/** The meaning of the colours of cards. */
export const weekKey: readonly KeyWord[] = [
  { word: 'Confirmed' },
  { word: 'Awaiting driver', tone: 'waiting' },
  { word: 'No driver', tone: 'wrong' },
  { word: 'Clash', isClash: true },
  { word: 'Provisional (quote)', what: 'likely' },
  { word: 'Off road', what: 'block' },
]
