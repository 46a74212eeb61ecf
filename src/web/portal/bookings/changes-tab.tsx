import { Button } from '@mantine/core'
import { AmendmentList } from '../amendments/list.tsx'
import { useLostAt } from '../api/connection.ts'
import type { PortalBooking } from '../duties/crew.ts'

/** The tab of changes made since the trip was booked, and the way to more. `amend` is null where none may be made. */
export function ChangesTab({ booking, amend }: { readonly booking: PortalBooking; readonly amend: (() => void) | null }) {
  const isOffline = useLostAt() !== null
  return (
    <div className="booking-part">
      <AmendmentList tripRef={booking.ref} />
      {amend !== null && (
        <div>
          <Button variant="default" size="sm" disabled={isOffline} onClick={amend}>
            Change the trip
          </Button>
        </div>
      )}
    </div>
  )
}
