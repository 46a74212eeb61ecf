import { Button } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { showNoticeWithUndo } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { Icon } from '../../office/parts/icon.tsx'
import { PhoneLink } from '../../office/parts/links.tsx'
import { LocalTime, Moment } from '../../office/parts/moment.tsx'
import { buildPaperAddress, PaperLink } from '../../office/parts/paper-link.tsx'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { TripBar } from '../../office/parts/trip-bar.tsx'
import { isTripOver } from '../../plain/booking-primary.ts'
import {
  type BookingDuty,
  buildDutyBody,
  type CrewPlace,
  formatRole,
  listDutiesWithSheets,
  type PortalBooking,
  removeAssignment,
  restoreAssignment,
} from './crew.ts'
import './duties.css'
import { DutyMessage } from './duty-message.tsx'

/**
 * The crew of each vehicle of a booking: driver, answer, warnings and message status.
 */
export function CrewList({ booking, assign }: { readonly booking: PortalBooking; readonly assign: (place: CrewPlace) => void }) {
  const { can } = useSession()
  const coaches = Array.from({ length: booking.vehicles_needed }, (_, nth) => nth + 1)
  const mayAssign = can('drivers:write') && booking.status !== 'cancelled' && !isTripOver(booking)
  return (
    <div className="crew">
      {coaches.map((vehicleNo) => (
        <Coach key={vehicleNo} vehicleNo={vehicleNo} booking={booking} assign={mayAssign ? assign : null} />
      ))}
    </div>
  )
}

function Coach(props: {
  readonly vehicleNo: number
  readonly booking: PortalBooking
  readonly assign: ((place: CrewPlace) => void) | null
}) {
  const { vehicleNo, booking, assign } = props
  const isOffline = useLostAt() !== null
  const duties = booking.duties.filter((duty) => duty.vehicle_no === vehicleNo)
  const has = (role: CrewPlace['role']) => duties.some((duty) => duty.role === role && duty.declined_at === null)
  const missing = has('driver') ? (['second', 'relief'] as const).filter((role) => !has(role)) : (['driver'] as const)
  return (
    <section className="crew-coach" aria-label={`Vehicle ${vehicleNo}`}>
      <div className="crew-head">
        <h3>
          Vehicle {vehicleNo} of {booking.vehicles_needed}
        </h3>
        {!has('driver') && booking.status !== 'cancelled' && <Badge tone="wrong">No driver</Badge>}
      </div>
      {duties.map((duty) => (
        <Duty key={duty.id} duty={duty} booking={booking} assign={assign} />
      ))}
      {assign !== null && (
        <div className="crew-buttons">
          {missing.map((role) => (
            <Button key={role} variant="default" size="xs" disabled={isOffline} onClick={() => assign({ vehicleNo, role })}>
              {role === 'driver' ? 'Assign driver' : `Add ${formatRole(role).toLowerCase()}`}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

function Duty(props: {
  readonly duty: BookingDuty
  readonly booking: PortalBooking
  readonly assign: ((place: CrewPlace) => void) | null
}) {
  const { duty, booking, assign } = props
  const { driver, warnings } = duty
  const role = duty.role as CrewPlace['role']
  const printed = listDutiesWithSheets(booking)
  return (
    <div className="duty">
      <div className="duty-line">
        <strong>{driver.name}</strong>
        <span className="quiet">{formatRole(duty.role)}</span>
        <OfficePlate registration={duty.vehicle_reg} />
        {driver.phone !== null && <PhoneLink phone={driver.phone} name={driver.name} />}
        <DutyStatus duty={duty} />
        {assign !== null && (
          <RowActions
            label={`Actions for ${driver.name}`}
            actions={[
              { label: 'Change', run: () => assign({ vehicleNo: duty.vehicle_no, role }) },
              { label: 'Unassign', run: () => void removeAssignmentWithUndo(booking.ref, duty) },
            ]}
          />
        )}
      </div>
      {duty.legs !== null && <span className="quiet">Leg {duty.legs.join(', ')}</span>}
      {(duty.report_at !== null || duty.report_place !== null) && (
        <span className="quiet">
          Report {duty.report_at !== null && <LocalTime at={duty.report_at} />}
          {duty.report_place !== null && <>, {duty.report_place}</>}
        </span>
      )}
      {duty.passenger_count !== null && (
        <span className="quiet">{formatCount(duty.passenger_count, 'passenger')} in this vehicle</span>
      )}
      {duty.declined_at === null && <DutyMessage booking={booking} duty={duty} />}
      {printed.length > 1 && printed.includes(duty) && (
        <span className="duty-sheet">
          <PaperLink address={buildPaperAddress(`/bookings/${booking.ref}/job-sheet`, `?duty=${duty.id}`)}>
            Job sheet for {driver.name}
          </PaperLink>
        </span>
      )}
      {warnings.length > 0 && (
        <ul className="duty-warnings">
          {warnings.map(({ code, message }) => (
            <li key={code}>
              <Icon name="warning" />
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function DutyStatus({ duty: { declined_at, decline_reason, acknowledged_at, progress } }: { readonly duty: BookingDuty }) {
  if (declined_at !== null) {
    return (
      <>
        <Badge tone="wrong">Declined</Badge>
        <span className="quiet">{decline_reason}</span>
      </>
    )
  }
  if (!['assigned', 'acknowledged', 'unassigned'].includes(progress.status)) return <TripBar tripStatus={progress.status} />
  if (acknowledged_at === null) return <Badge tone="waiting">Awaiting driver</Badge>
  return (
    <>
      <Badge tone="good">Driver confirmed</Badge>
      <span className="quiet">
        <Moment at={acknowledged_at} />
      </span>
    </>
  )
}

async function removeAssignmentWithUndo(ref: string, duty: BookingDuty): Promise<void> {
  if (await removeAssignment(ref, duty.id))
    showNoticeWithUndo(`${duty.driver.name} unassigned from ${ref}.`, () => void restoreAssignment(ref, buildDutyBody(duty)))
}
