import { Link } from 'wouter'
import { counted } from '../../../domain/spoken.ts'
import { daysLater, spokenDay, todayIn } from '../../plain/moment.ts'
import { useSession } from '../api/session.ts'
import { useNow } from '../parts/now.ts'
import { useHrefWith } from '../parts/url-state.ts'
import type { Item } from './diary.ts'

/** A month, a day in each box: how many trips leave, and how many of them want a driver. */
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
  const today = todayIn(zone, useNow(60_000))
  const hrefWith = useHrefWith()
  const before = (new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7
  const trips = items.filter(({ what }) => what === 'booking')
  return (
    <ol className="diary-month">
      {Array.from({ length: days }, (_, nth) => {
        const day = daysLater(from, nth)
        const leaving = trips.filter((item) => item.from.slice(0, 10) === day)
        const unstaffed = leaving.filter((item) => item.needs_driver).length
        return (
          <li key={day} data-today={day === today || undefined} data-weekday={nth === 0 ? before + 1 : undefined}>
            <Link href={hrefWith({ view: '', from: day, days: '1' })}>{spokenDay(day, today)}</Link>
            <span>{leaving.length === 0 ? '' : counted(leaving.length, 'trip')}</span>
            {unstaffed > 0 && <span className="late">{unstaffed} without a driver</span>}
          </li>
        )
      })}
    </ol>
  )
}
