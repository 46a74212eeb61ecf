import { Button } from '@mantine/core'
import { isTripOver } from '../../plain/booking-primary.ts'
import { spokenWord } from '../../plain/words.ts'
import { useLostAt } from '../api/connection.ts'
import { sayWithUndo } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { Icon } from '../parts/icon.tsx'
import { PhoneLink } from '../parts/links.tsx'
import { LocalTime, Moment } from '../parts/moment.tsx'
import { PaperLink, paperAddress } from '../parts/paper-link.tsx'
import { Plate } from '../parts/plate.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { TripBar } from '../parts/trip-bar.tsx'
import {
  type BookingDuty,
  bodyOfDuty,
  type CrewPlace,
  dutiesOnSheets,
  giveBack,
  type PortalBooking,
  takeOffTrip,
} from './crew.ts'
import './duties.css'
import { ToldMessages } from './told.tsx'

const roles = { driver: 'Driver', second: 'Second driver', relief: 'Relief driver' } as const

/**
 * The crew of each coach of a booking: who drives, how they answered, what speaks against it, and whether they were
 * told.
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
    <section className="crew-coach" aria-label={`Coach ${vehicleNo}`}>
      <div className="crew-head">
        <h3>
          Coach {vehicleNo} of {booking.vehicles_needed}
        </h3>
        {!has('driver') && booking.status !== 'cancelled' && <Badge tone="wrong">Needs a driver</Badge>}
      </div>
      {duties.map((duty) => (
        <Duty key={duty.id} duty={duty} booking={booking} assign={assign} />
      ))}
      {assign !== null && (
        <div className="crew-buttons">
          {missing.map((role) => (
            <Button key={role} variant="default" size="xs" disabled={isOffline} onClick={() => assign({ vehicleNo, role })}>
              {role === 'driver' ? 'Assign' : `Add ${roles[role].toLowerCase()}`}
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
  const printed = dutiesOnSheets(booking)
  return (
    <div className="duty">
      <div className="duty-line">
        <strong>{driver.name}</strong>
        <span className="quiet">{roles[role] ?? spokenWord(duty.role)}</span>
        <Plate registration={duty.vehicle_reg} />
        {driver.phone !== null && <PhoneLink phone={driver.phone} name={driver.name} />}
        <DutyStatus duty={duty} />
        {assign !== null && (
          <RowActions
            label={`What to do with ${driver.name}`}
            actions={[
              { label: 'Change', run: () => assign({ vehicleNo: duty.vehicle_no, role }) },
              { label: 'Take off', run: () => void takeOffWithUndo(booking.ref, duty) },
            ]}
          />
        )}
      </div>
      {duty.legs !== null && <span className="quiet">Only on leg {duty.legs.join(', ')}</span>}
      {(duty.report_at !== null || duty.report_place !== null) && (
        <span className="quiet">
          Reports {duty.report_at !== null && <LocalTime at={duty.report_at} />}
          {duty.report_place !== null && <>, {duty.report_place}</>}
        </span>
      )}
      {duty.passenger_count !== null && <span className="quiet">{duty.passenger_count} people on this coach</span>}
      {duty.declined_at === null && <ToldMessages booking={booking} duty={duty} />}
      {printed.length > 1 && printed.includes(duty) && (
        <span className="duty-sheet">
          <PaperLink address={paperAddress(`/bookings/${booking.ref}/job-sheet`, `?duty=${duty.id}`)}>
            Job sheet of {driver.name}
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
        <Badge tone="wrong">Said no</Badge>
        <span className="quiet">{decline_reason}</span>
      </>
    )
  }
  if (!['assigned', 'acknowledged', 'unassigned'].includes(progress.status)) return <TripBar tripStatus={progress.status} />
  if (acknowledged_at === null) return <Badge tone="waiting">Has not answered</Badge>
  return (
    <>
      <Badge tone="good">Says yes</Badge>
      <span className="quiet">
        <Moment at={acknowledged_at} />
      </span>
    </>
  )
}

async function takeOffWithUndo(ref: string, duty: BookingDuty): Promise<void> {
  if (await takeOffTrip(ref, duty.id))
    sayWithUndo(`${duty.driver.name} is off ${ref}.`, () => void giveBack(ref, bodyOfDuty(duty)))
}
