import { toWallTime } from '../../plain/moment.ts'
import { findOwnZone, toWallAt } from '../../plain/zone.ts'
import { useLostAt } from '../api/connection.ts'

/** A bar with the start of a lost connection. Loaded data stays, and saving is off. */
export function OfflineBar() {
  const lostAt = useLostAt()
  return (
    <div role="status" aria-label="Connection">
      {lostAt !== null && (
        <p className="offline">No connection since {toWallTime(toWallAt(lostAt, findOwnZone()))}. You can read, but not save.</p>
      )}
    </div>
  )
}
