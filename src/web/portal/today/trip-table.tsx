import { useLocation } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { formatTimeDistance, formatWall, toWall, toWallDay, toWallTime } from '../../plain/moment.ts'
import { formatWord } from '../../plain/words.ts'
import type { DayBoard, DayTrip } from '../api/board.ts'
import { useSession } from '../api/session.ts'
import { PhoneLink } from '../parts/links.tsx'
import { useClock } from '../parts/now.ts'
import { buildPaperAddress } from '../parts/paper-link.tsx'
import { PortalPlate } from '../parts/plate.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../parts/table.tsx'
import { TripBar } from '../parts/trip-bar.tsx'
import { formatEvent, listStepsAfter } from './steps.ts'

/** The departures of the day, each with vehicles, drivers, status and actions. */
export function TripTable(props: {
  readonly board: DayBoard
  readonly trips: readonly DayTrip[]
  readonly caption: string
  readonly report: (ref: string) => void
}) {
  const { board, trips, caption, report } = props
  return (
    <Table
      caption={caption}
      columns={buildTripColumns(board.day)}
      rows={trips}
      rowKey={({ ref }) => ref}
      link={({ ref }) => ({ href: `/bookings/${ref}` })}
      actions={(trip) => <DayTripActions trip={trip} board={board} report={report} />}
    />
  )
}

function buildTripColumns(day: string): readonly Column<DayTrip>[] {
  return [
    {
      name: 'Departs',
      cell: ({ departs_at, ref }) => (
        <>
          <time dateTime={departs_at}>{formatDeparture(departs_at, day)}</time>
          <span className="second-line ref">{ref}</span>
        </>
      ),
    },
    { name: 'Trip', cell: (trip) => <Group trip={trip} /> },
    { name: 'Vehicle', cell: (trip) => <Vehicles trip={trip} /> },
    { name: 'Driver', cell: (trip) => <Drivers trip={trip} /> },
    {
      name: 'Status',
      cell: ({ trip_status, late_minutes }) => <TripBar tripStatus={trip_status} late={late_minutes} />,
    },
    { name: 'Last update', cell: (trip) => <LastUpdate trip={trip} day={day} /> },
    { name: 'Last location', cell: ({ last_location_at }) => (last_location_at === null ? '–' : <Seen at={last_location_at} />) },
  ]
}

/** The time of a departure, with the day for a tour that departed earlier. */
function formatDeparture(local: string, day: string): string {
  const wall = toWall(local)
  return toWallDay(wall) === day ? toWallTime(wall) : formatWall(wall, day)
}

function Group({ trip: { summary, customer } }: { readonly trip: DayTrip }) {
  return (
    <span>
      {summary}
      {customer !== null && (
        <span className="second-line today-driver">
          {customer.name}
          {customer.phone !== null && <PhoneLink phone={customer.phone} name={customer.name} isIcon />}
        </span>
      )}
    </span>
  )
}

function Vehicles({ trip: { duties } }: { readonly trip: DayTrip }) {
  const plates = [...new Set(duties.map(({ vehicle_reg }) => vehicle_reg))]
  if (plates.length === 0) return 'None yet'
  return (
    <span className="today-crew">
      {plates.map((plate) => (
        <PortalPlate key={plate} registration={plate} />
      ))}
    </span>
  )
}

function Drivers({ trip: { duties, needs_driver, vehicles_needed, vehicles_assigned } }: { readonly trip: DayTrip }) {
  return (
    <span className="today-crew">
      {duties.map(({ vehicle_no, role, driver }) => (
        <span key={`${vehicle_no} ${role} ${driver?.id}`} className="today-driver">
          {driver?.name ?? '–'}
          {role !== 'driver' && <span className="quiet">{formatWord(role)}</span>}
          {driver !== null && driver.phone !== null && <PhoneLink phone={driver.phone} name={driver.name} isIcon />}
        </span>
      ))}
      {needs_driver && <Badge tone="wrong">No driver</Badge>}
      {needs_driver && vehicles_needed > 1 && (
        <SecondLine>
          {vehicles_assigned} of {formatCount(vehicles_needed, 'vehicle')}
        </SecondLine>
      )}
    </span>
  )
}

function LastUpdate({ trip: { last_event }, day }: { readonly trip: DayTrip; readonly day: string }) {
  if (last_event === null) return '–'
  return (
    <span>
      {formatEvent(last_event.status, last_event.delay_minutes)},{' '}
      <time dateTime={last_event.occurred_at}>{formatDeparture(last_event.occurred_at, day)}</time>
      {last_event.by === 'operator' && <span className="quiet"> by the office</span>}
      {last_event.note !== null && <SecondLine>{last_event.note}</SecondLine>}
    </span>
  )
}

function Seen({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatTimeDistance(Date.parse(at), useClock(60_000))}</time>
}

function DayTripActions(props: { readonly trip: DayTrip; readonly board: DayBoard; readonly report: (ref: string) => void }) {
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
