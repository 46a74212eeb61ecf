import { findPageZone } from '../../plain/zone.ts'
import { useSession } from '../api/session.ts'
import { useClock } from '../parts/now.ts'

/** A line with the time zone of the page, if it differs from the reader's. */
export function ZoneLine() {
  const { zone } = useSession()
  const name = findPageZone(zone, useClock(60_000))
  return name === '' ? null : <p className="second-line">All times are {name}.</p>
}
