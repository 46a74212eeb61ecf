import { findToday, formatDay } from '../../plain/moment.ts'
import { toWallAt } from '../../plain/zone.ts'
import { useSession } from '../api/session.ts'
import { useClock } from '../parts/now.ts'

/** Formats a day of the API (`2026-11-24`). */
export function DueDay({ day }: { readonly day: string }) {
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  return (
    <time className="moment" dateTime={day}>
      {formatDay(day, today)}
    </time>
  )
}

/** Formats the day of an instant in the operator's time zone, without the hour. */
export function InstantDay({ at }: { readonly at: string }) {
  const { zone } = useSession()
  return <DueDay day={toWallAt(Date.parse(at), zone).slice(0, 10)} />
}
