import { spokenDay, todayIn } from '../../plain/moment.ts'
import { wallAt } from '../../plain/zone.ts'
import { useSession } from '../api/session.ts'
import { useNow } from '../parts/now.ts'

/** A day of the API (`2026-11-24`) as people say it. */
export function DueDay({ day }: { readonly day: string }) {
  const { zone } = useSession()
  const today = todayIn(zone, useNow(60_000))
  return (
    <time className="moment" dateTime={day}>
      {spokenDay(day, today)}
    </time>
  )
}

/** The day of an instant of the API on the operator's clocks, where the hour says nothing. */
export function InstantDay({ at }: { readonly at: string }) {
  const { zone } = useSession()
  return <DueDay day={wallAt(Date.parse(at), zone).slice(0, 10)} />
}
