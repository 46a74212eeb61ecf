import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { Badge } from '../../office/parts/state-badge.tsx'
import { findToday, formatDay } from '../../plain/moment.ts'
import { buildItemKey, findItemState, type Item } from './diary.ts'
import type { ItemHandles } from './handles.ts'
import { ItemButton, ItemLines } from './item.tsx'

/** The items by day of departure, each in two lines with its state. Without `handles` for paper. A strip leads to each day. */
export function DiaryList(props: {
  readonly days: readonly string[]
  readonly items: readonly Item[]
  readonly handles: ItemHandles | null
}) {
  const { days, items, handles } = props
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  // An item that began before these days is listed on the first of them.
  const byDay = Map.groupBy(items, ({ from }) => days.find((day) => day >= from.slice(0, 10)) ?? '')
  return (
    <div className="diary-list" data-paper={handles === null || undefined}>
      {handles !== null && <DayStrip days={days} today={today} isFull={(day) => byDay.has(day)} />}
      {days.map((day) => {
        const shown = byDay.get(day)
        if (shown === undefined) return null
        return (
          <section key={day} id={handles === null ? undefined : `day-${day}`} aria-label={formatDay(day, today)}>
            <h2>{formatDay(day, today)}</h2>
            <ul>
              {shown.map((item) => (
                <li key={buildItemKey(item)}>
                  {handles === null ? (
                    <div className="diary-card">
                      <ListLines item={item} />
                    </div>
                  ) : (
                    <ItemButton item={item} row={null} handles={handles}>
                      <ListLines item={item} />
                    </ItemButton>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function ListLines({ item }: { readonly item: Item }) {
  const { word, tone } = findItemState(item)
  return (
    <>
      <span className="diary-lines">
        <ItemLines item={item} row={null} by={null} />
      </span>
      <Badge tone={tone}>{word}</Badge>
    </>
  )
}

/** Links to the days of a list. A day without items has none. */
function DayStrip(props: {
  readonly days: readonly string[]
  readonly today: string
  readonly isFull: (day: string) => boolean
}) {
  const { days, today, isFull } = props
  return (
    <nav className="diary-strip" aria-label="Days">
      {days.map((day) => {
        const [weekday, ...date] = formatDay(day, today).split(' ')
        const shown = (
          <>
            {weekday} <strong>{date[0]}</strong>
          </>
        )
        const isToday = day === today || undefined
        return isFull(day) ? (
          <a key={day} href={`#day-${day}`} data-today={isToday}>
            {shown}
          </a>
        ) : (
          <span key={day} data-today={isToday}>
            {shown}
          </span>
        )
      })}
    </nav>
  )
}
