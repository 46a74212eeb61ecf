import { spokenDistance, spokenInstant, spokenSpan, spokenWall, todayIn, wallOf } from '../../plain/moment.ts'
import { offsetNote } from '../../plain/zone.ts'
import { useSession } from '../api/session.ts'
import { useNow } from './now.ts'

/** An instant of the API (`…Z`) on the operator's clocks, whose zone the page names where the reader's differ: “Tue 24 Nov, 08:30”. */
export function Moment({ at, isRelative = false }: { readonly at: string; readonly isRelative?: boolean }) {
  const now = useNow(60_000)
  const { zone } = useSession()
  return (
    <time className="moment" dateTime={at}>
      {spokenInstant(at, zone, now)}
      {isRelative && <span className="quiet"> · {spokenDistance(Date.parse(at), now)}</span>}
    </time>
  )
}

/**
 * A local time of an itinerary (with its offset), shown as it stands there, whatever clock the reader has; where the operator's clocks
 * show another time than those of the place, it says how far these are from UTC.
 */
export function LocalTime({ at, until }: { readonly at: string; readonly until?: string | null }) {
  const { zone } = useSession()
  const today = todayIn(zone, useNow(60_000))
  const note = offsetNote(at, zone)
  return (
    <time className="moment" dateTime={at}>
      {until ? spokenSpan(wallOf(at), wallOf(until), today) : spokenWall(wallOf(at), today)}
      {note !== '' && <span className="quiet"> {note}</span>}
    </time>
  )
}
