import { findToday, formatInstant, formatSpan, formatTimeDistance, formatWall, toWall } from '../../plain/moment.ts'
import { formatOffset } from '../../plain/zone.ts'
import { useSession } from '../api/session.ts'
import { useClock } from './now.ts'

/** An instant of the API (`…Z`) in the operator's time zone: “Tue 24 Nov, 08:30”. The page names the zone if the reader's differs. */
export function Moment({ at, isRelative = false }: { readonly at: string; readonly isRelative?: boolean }) {
  const now = useClock(60_000)
  const { zone } = useSession()
  return (
    <time className="moment" dateTime={at}>
      {formatInstant(at, zone, now)}
      {isRelative && <span className="quiet"> · {formatTimeDistance(Date.parse(at), now)}</span>}
    </time>
  )
}

/**
 * A local time of an itinerary (with its offset), shown in the time zone of the place. If that differs from the operator's zone,
 * the text adds the offset from UTC.
 */
export function LocalTime({ at, until }: { readonly at: string; readonly until?: string | null }) {
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const note = formatOffset(at, zone)
  return (
    <time className="moment" dateTime={at}>
      {until ? formatSpan(toWall(at), toWall(until), today) : formatWall(toWall(at), today)}
      {note !== '' && <span className="quiet"> {note}</span>}
    </time>
  )
}
