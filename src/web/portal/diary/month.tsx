import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { useSession } from '../../office/api/session.ts'
import { useNarrow } from '../../office/parts/narrow.ts'
import { useClock } from '../../office/parts/now.ts'
import { useHrefWith } from '../../office/parts/url-state.ts'
import { addDays, findToday, formatDay } from '../../plain/moment.ts'
import type { Item } from './diary.ts'

/** A month of boxes, one for each day, with its number of jobs and of unallocated jobs. */
export function DiaryMonth({
  from,
  days,
  items,
}: {
  readonly from: string
  readonly days: number
  readonly items: readonly Item[]
}) {
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const hrefWith = useHrefWith()
  const isNarrow = useNarrow()
  const before = (new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7
  const trips = items.filter(({ what }) => what === 'booking')
  return (
    <ol className="diary-month">
      {Array.from({ length: days }, (_, nth) => {
        const day = addDays(from, nth)
        const leaving = trips.filter((item) => item.from.slice(0, 10) === day)
        const unstaffed = leaving.filter((item) => item.needs_driver).length
        return (
          <li
            key={day}
            data-today={day === today || undefined}
            style={nth === 0 && !isNarrow ? { gridColumnStart: before + 1 } : undefined}
          >
            <Link href={hrefWith({ view: 'day', from: day })}>{formatDay(day, today)}</Link>
            <span>{leaving.length === 0 ? '' : formatCount(leaving.length, 'job')}</span>
            {unstaffed > 0 && <span className="late">{unstaffed} unallocated</span>}
          </li>
        )
      })}
    </ol>
  )
}
