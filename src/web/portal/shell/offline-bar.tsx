import { timeOf } from '../../plain/moment.ts'
import { ownZone, wallAt } from '../../plain/zone.ts'
import { useLostAt } from '../api/connection.ts'

/** A bar that says since when there is no connection. What was read stays, and nothing can be written. */
export function OfflineBar() {
  const lostAt = useLostAt()
  return (
    <div role="status" aria-label="Connection">
      {lostAt !== null && (
        <p className="offline">
          No connection since {timeOf(wallAt(lostAt, ownZone()))}. You see what was last read; nothing can be changed until it is
          back.
        </p>
      )}
    </div>
  )
}
