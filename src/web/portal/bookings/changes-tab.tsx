import { Button } from '@mantine/core'
import { useLostAt } from '../../office/api/connection.ts'
import { AmendmentList } from '../amendments/list.tsx'
import type { PortalBooking } from '../duties/crew.ts'

/** The tab of changes after the booking. `amend` opens a new change, and is null if none is possible. */
export function ChangesTab({ booking, amend }: { readonly booking: PortalBooking; readonly amend: (() => void) | null }) {
  const isOffline = useLostAt() !== null
  return (
    <div className="booking-part">
      <AmendmentList tripRef={booking.ref} />
      {amend !== null && (
        <div>
          <Button variant="default" size="sm" disabled={isOffline} onClick={amend}>
            Change booking
          </Button>
        </div>
      )}
    </div>
  )
}
