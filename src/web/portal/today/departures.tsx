import { Link, useLocation } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { useSession } from '../../office/api/session.ts'
import { PhoneLink } from '../../office/parts/links.tsx'
import { useClock } from '../../office/parts/now.ts'
import { buildPaperAddress } from '../../office/parts/paper-link.tsx'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { formatTimeDistance, formatWall, toWall, toWallDay, toWallTime } from '../../plain/moment.ts'
import { findBookingState, formatWord } from '../../plain/words.ts'
import type { DayBoard, DayTrip } from '../api/board.ts'
import { formatEvent, listStepsAfter } from './steps.ts'

/** The departures of a day, each with its trip, vehicles, drivers, status and actions. */
export function Departures(props: {
  readonly board: DayBoard
  readonly trips: readonly DayTrip[]
  readonly report: (ref: string) => void
}) {
  const { board, trips, report } = props
  return (
    <ul className="list-card today-departures">
      {trips.map((trip) => (
        <li key={trip.ref} data-row>
          <time className="today-time" dateTime={trip.departs_at}>
            {formatTimeOn(trip.departs_at, board.day)}
          </time>
          <div className="today-trip">
            <Link href={`/bookings/${trip.ref}`} className="today-title">
              {trip.pickup.label} → {trip.dropoff.label}
            </Link>
            <TripFacts trip={trip} day={board.day} />
            <Crew trip={trip} />
            <LastUpdate trip={trip} day={board.day} />
          </div>
          <DepartureActions trip={trip} board={board} report={report} />
        </li>
      ))}
    </ul>
  )
}

/** The time of day, with the day if it is another. */
function formatTimeOn(local: string, day: string): string {
  const wall = toWall(local)
  return toWallDay(wall) === day ? toWallTime(wall) : formatWall(wall, day)
}

function TripFacts({ trip, day }: { readonly trip: DayTrip; readonly day: string }) {
  const { ref, customer, passenger_count, trip_type, ends_at } = trip
  return (
    <span className="second-line today-driver">
      {customer !== null && (
        <span>
          {customer.organisation ?? customer.name}{' '}
          {customer.phone !== null && <PhoneLink phone={customer.phone} name={customer.name} isIcon />}
        </span>
      )}
      <span>
        {formatCount(passenger_count, 'passenger')} · {trip_type === 'one_way' ? 'one way' : `back ${formatTimeOn(ends_at, day)}`}
      </span>
      <span className="ref">{ref}</span>
    </span>
  )
}

function Crew({ trip }: { readonly trip: DayTrip }) {
  const { duties, needs_driver, vehicles_needed, vehicles_assigned, late_minutes } = trip
  const state = findBookingState(trip)
  return (
    <span className="today-crew">
      {duties.map(({ vehicle_no, role, vehicle_reg, driver }) => (
        <span key={`${vehicle_no} ${role} ${driver?.id}`} className="today-driver">
          <OfficePlate registration={vehicle_reg} />
          {driver?.name ?? '–'}
          {role !== 'driver' && <span className="quiet">{formatWord(role)}</span>}
          {driver !== null && driver.phone !== null && <PhoneLink phone={driver.phone} name={driver.name} isIcon />}
        </span>
      ))}
      <Badge tone={state.tone}>{state.word}</Badge>
      {needs_driver && vehicles_needed > 1 && (
        <span className="quiet">
          {vehicles_assigned} of {formatCount(vehicles_needed, 'vehicle')}
        </span>
      )}
      {late_minutes !== null && late_minutes > 0 && <span className="late">{late_minutes} min late</span>}
    </span>
  )
}

function LastUpdate({ trip: { last_event, last_location_at }, day }: { readonly trip: DayTrip; readonly day: string }) {
  if (last_event === null && last_location_at === null) return null
  return (
    <span className="second-line">
      {last_event !== null && (
        <>
          {formatEvent(last_event.status, last_event.delay_minutes)},{' '}
          <time dateTime={last_event.occurred_at}>{formatTimeOn(last_event.occurred_at, day)}</time>
          {last_event.by === 'operator' && ' by the office'}
          {last_event.note !== null && ` · ${last_event.note}`}
        </>
      )}
      {last_event !== null && last_location_at !== null && ' · '}
      {last_location_at !== null && <LastLocation at={last_location_at} />}
    </span>
  )
}

function LastLocation({ at }: { readonly at: string }) {
  return (
    <>
      Location <time dateTime={at}>{formatTimeDistance(Date.parse(at), useClock(60_000))}</time>
    </>
  )
}
function DepartureActions(props: { readonly trip: DayTrip; readonly board: DayBoard; readonly report: (ref: string) => void }) {
  const { trip, board, report } = props
  const [, navigate] = useLocation()
  const { can } = useSession()
  const mayStaff = can('drivers:write')
  const incident = board.needs_you.find(({ kind, ref }) => kind === 'incident' && ref === trip.ref)?.subject
  const canReport = mayStaff && trip.duties.some(({ status }) => listStepsAfter(status).length > 0)
  return (
    <RowActions
      label={`Actions for ${trip.ref}`}
      actions={[
        ...(mayStaff
          ? [
              {
                label: trip.needs_driver ? 'Assign driver' : 'Change crew',
                run: () => navigate(`/bookings/${trip.ref}?assign=1`),
                isQuiet: true,
              },
            ]
          : []),
        ...(canReport ? [{ label: 'Report step', run: () => report(trip.ref), isQuiet: true }] : []),
        ...(incident
          ? [{ label: 'Open incident', run: () => navigate(`/incidents?incident=${incident.id}`), isQuiet: true }]
          : []),
        {
          label: 'Job sheet (PDF)',
          run: () => void window.open(buildPaperAddress(`/bookings/${trip.ref}/job-sheet`), '_blank', 'noopener'),
          isQuiet: true,
        },
      ]}
    />
  )
}
