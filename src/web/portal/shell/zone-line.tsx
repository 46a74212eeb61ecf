import { zoneOfPage } from '../../plain/zone.ts'
import { useSession } from '../api/session.ts'
import { useNow } from '../parts/now.ts'

/** Says once above every page whose clocks its times are read off, where the reader's own show something else. */
export function ZoneLine() {
  const { zone } = useSession()
  const name = zoneOfPage(zone, useNow(60_000))
  return name === '' ? null : <p className="second-line zone-line">All times are {name}.</p>
}
