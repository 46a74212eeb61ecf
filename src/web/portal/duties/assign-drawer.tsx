import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { showNotice } from '../../office/api/news.ts'
import { showFailure } from '../../office/api/refused.ts'
import { useSession } from '../../office/api/session.ts'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { LocalTime } from '../../office/parts/moment.tsx'
import { buildPaperAddress } from '../../office/parts/paper-link.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { isTripOver } from '../../plain/booking-primary.ts'
import { formatDbs } from '../../plain/crew-fit.ts'
import { findShownEnd } from '../../plain/trip-end.ts'
import { AssignForm } from './assign-form.tsx'
import {
  type CrewPlace,
  findNextUnstaffed,
  findWantedCrew,
  listCoachesWithoutDriver,
  type PortalBooking,
  useBooking,
  useCrewChoices,
} from './crew.ts'
import { CrewList } from './crew-list.tsx'

/**
 * A drawer that assigns drivers to the vehicles of a booking. `place` is the first vehicle and role. When every vehicle has
 * a driver, the drawer calls `staffed` instead of `close`.
 */
export function AssignDrawer(props: {
  readonly tripRef: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly place?: CrewPlace | null
  readonly staffed?: () => void
}) {
  const { tripRef, isOpen, close, place = null, staffed = close } = props
  const query = useBooking(tripRef)
  const trip = query.data?.data
  return (
    <SideDrawer
      title={trip === undefined ? 'Assign' : `Assign: ${trip.pickup.label} → ${trip.dropoff.label}`}
      isOpen={isOpen}
      close={close}
      isWide
    >
      {isOpen && (
        <ReadStates query={query}>
          {({ data }) =>
            data.ref === tripRef ? (
              <Crewing
                key={`${tripRef} ${place?.vehicleNo} ${place?.role}`}
                booking={data}
                close={close}
                staffed={staffed}
                begin={place}
              />
            ) : null
          }
        </ReadStates>
      )}
    </SideDrawer>
  )
}

function Crewing(props: {
  readonly booking: PortalBooking
  readonly close: () => void
  readonly staffed: () => void
  readonly begin: CrewPlace | null
}) {
  const { close, staffed, begin } = props
  // The response to the last assignment decides the next vehicle until the booking is read again.
  const [assigned, setAssigned] = useState<{ readonly after: PortalBooking; readonly before: PortalBooking } | null>(null)
  const booking = assigned?.before === props.booking ? assigned.after : props.booking
  const { zone } = useSession()
  const [, navigate] = useLocation()
  const [place, setPlace] = useState<CrewPlace | null>(() => begin ?? findFirstPlace(booking))
  const choices = useCrewChoices(findWantedCrew(booking), place !== null)

  const done = async (after: PortalBooking, isNextWanted: boolean) => {
    const next = findFirstPlace(after)
    setAssigned({ after, before: props.booking })
    setPlace(next)
    if (next !== null) return
    if (!isNextWanted) return staffed()
    try {
      const ref = await findNextUnstaffed(zone, booking.ref, Date.now())
      if (ref !== null) return navigate(`/bookings/${ref}?assign=1`)
      staffed()
      showNotice('All jobs of the next two months are allocated.')
    } catch (thrown) {
      showFailure(thrown, { before: 'The next trip could not be found' })
    }
  }

  return (
    <div className="assign">
      <p className="quiet">
        <LocalTime at={booking.departs_at} until={findShownEnd(booking)} /> · {formatCount(booking.passenger_count, 'passenger')}
        {booking.dbs_required !== 'none' && ` · ${formatDbs(booking.dbs_required)}`}
      </p>
      {(place === null || booking.duties.length > 0 || booking.vehicles_needed > 1) && (
        <CrewList booking={booking} assign={setPlace} />
      )}
      {place === null ? (
        <div className="form-buttons">
          <Button
            variant="default"
            component="a"
            href={buildPaperAddress(`/bookings/${booking.ref}/job-sheet`)}
            target="_blank"
            rel="noopener"
          >
            Print job sheet
          </Button>
          <Button onClick={close}>Done</Button>
        </div>
      ) : (
        <section aria-label={`Assign ${formatPlaceHeading(place, booking)}`}>
          {booking.vehicles_needed > 1 && <h3>Assign {formatPlaceHeading(place, booking)}</h3>}
          <ReadStates query={choices}>
            {(read) => (
              <AssignForm
                key={`${place.vehicleNo} ${place.role}`}
                booking={booking}
                place={place}
                choices={read}
                done={(after, isNextWanted) => void done(after, isNextWanted)}
              />
            )}
          </ReadStates>
        </section>
      )}
    </div>
  )
}

function formatPlaceHeading({ vehicleNo }: CrewPlace, { vehicles_needed }: PortalBooking): string {
  return `vehicle ${vehicleNo} of ${vehicles_needed}`
}

function findFirstPlace(booking: PortalBooking): CrewPlace | null {
  if (booking.status === 'cancelled' || isTripOver(booking)) return null
  const [vehicleNo] = listCoachesWithoutDriver(booking)
  return vehicleNo === undefined ? null : { vehicleNo, role: 'driver' }
}
