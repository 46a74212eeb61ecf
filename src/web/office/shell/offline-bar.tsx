import { useEffect } from 'react'
import { toWallTime } from '../../plain/moment.ts'
import { findOwnZone, toWallAt } from '../../plain/zone.ts'
import { useLostAt } from '../api/connection.ts'
import { queries } from '../api/queries.ts'

/** Interval (ms) at which the page's data is read again while the connection is lost. */
const retryMs = 5_000

/** A bar with the start of a lost connection. Loaded data stays, and saving is off until a read succeeds. */
export function OfflineBar() {
  const lostAt = useLostAt()
  useEffect(() => {
    if (lostAt === null) return
    const retrying = setInterval(() => void queries.refetchQueries({ type: 'active' }), retryMs)
    return () => clearInterval(retrying)
  }, [lostAt])
  return (
    <div role="status" aria-label="Connection">
      {lostAt !== null && (
        <p className="offline">No connection since {toWallTime(toWallAt(lostAt, findOwnZone()))}. You can read, but not save.</p>
      )}
    </div>
  )
}
