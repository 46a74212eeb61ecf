import { spokenDistance, spokenInstant, spokenSpan, spokenWall, todayIn, wallOf } from '../../plain/moment.ts'
import { zoneNote } from '../../plain/zone.ts'
import { useSession } from '../api/session.ts'
import { useNow } from './now.ts'

/** An instant of the API (`…Z`) on the operator's clocks: “Tue 24 Nov, 08:30”; the zone is named where the reader's clocks differ. */
export function Moment({ at, isRelative = false }: { readonly at: string; readonly isRelative?: boolean }) {
  const now = useNow(60_000)
  const { zone } = useSession()
  const instant = Date.parse(at)
  const note = zoneNote(zone, instant)
  return (
    <time className="moment" dateTime={at}>
      {spokenInstant(at, zone, now)}
      {note !== '' && <span className="quiet"> {note}</span>}
      {isRelative && <span className="quiet"> · {spokenDistance(instant, now)}</span>}
    </time>
  )
}

/** A local time of an itinerary (with its offset), shown as it stands there, whatever clock the reader has. */
export function LocalTime({ at, until }: { readonly at: string; readonly until?: string | null }) {
  const { zone } = useSession()
  const today = todayIn(zone, useNow(60_000))
  return (
    <time className="moment" dateTime={at}>
      {until ? spokenSpan(wallOf(at), wallOf(until), today) : spokenWall(wallOf(at), today)}
    </time>
  )
}
