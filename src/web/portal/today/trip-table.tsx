import { useLocation } from 'wouter'
import { counted } from '../../../domain/spoken.ts'
import { dayOf, spokenDistance, spokenWall, timeOf, wallOf } from '../../plain/moment.ts'
import { spokenWord } from '../../plain/words.ts'
import type { DayBoard, DayTrip } from '../api/board.ts'
import { useSession } from '../api/session.ts'
import { PhoneLink } from '../parts/links.tsx'
import { useNow } from '../parts/now.ts'
import { paperAddress } from '../parts/paper-link.tsx'
import { Plate } from '../parts/plate.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../parts/table.tsx'
import { TripBar } from '../parts/trip-bar.tsx'
import { eventWord, stepsAfter } from './steps.ts'

/** The trips of the day by departure, each with its coaches and drivers, how far it is, and what can be done about it. */
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
      columns={columnsOf(board.day)}
      rows={trips}
      rowKey={({ ref }) => ref}
      link={({ ref }) => ({ href: `/bookings/${ref}` })}
      actions={(trip) => <TripActions trip={trip} board={board} report={report} />}
    />
  )
}

function columnsOf(day: string): readonly Column<DayTrip>[] {
  return [
    {
      name: 'Leaves',
      cell: ({ departs_at, ref }) => (
        <>
          <time dateTime={departs_at}>{leaves(departs_at, day)}</time>
          <span className="second-line ref">{ref}</span>
        </>
      ),
    },
    { name: 'Trip', cell: (trip) => <Group trip={trip} /> },
    { name: 'Coach', cell: (trip) => <Coaches trip={trip} /> },
    { name: 'Driver', cell: (trip) => <Drivers trip={trip} /> },
    {
      name: 'How far',
      cell: ({ trip_status, late_minutes }) => <TripBar tripStatus={trip_status} late={late_minutes} />,
    },
    { name: 'Last told', cell: (trip) => <LastTold trip={trip} day={day} /> },
    { name: 'Seen', cell: ({ last_location_at }) => (last_location_at === null ? '–' : <Seen at={last_location_at} />) },
  ]
}

/** The time on the day itself; a tour that left earlier says when. */
function leaves(local: string, day: string): string {
  const wall = wallOf(local)
  return dayOf(wall) === day ? timeOf(wall) : spokenWall(wall, day)
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

function Coaches({ trip: { duties } }: { readonly trip: DayTrip }) {
  const plates = [...new Set(duties.map(({ vehicle_reg }) => vehicle_reg))]
  if (plates.length === 0) return 'None yet'
  return (
    <span className="today-crew">
      {plates.map((plate) => (
        <Plate key={plate} registration={plate} />
      ))}
    </span>
  )
}

function Drivers({ trip: { duties, needs_driver, vehicles_needed, vehicles_assigned } }: { readonly trip: DayTrip }) {
  return (
    <span className="today-crew">
      {duties.map(({ vehicle_no, role, driver }) => (
        <span key={`${vehicle_no} ${role} ${driver?.id}`} className="today-driver">
          {driver?.name ?? 'Nobody'}
          {role !== 'driver' && <span className="quiet">{spokenWord(role)}</span>}
          {driver !== null && driver.phone !== null && <PhoneLink phone={driver.phone} name={driver.name} isIcon />}
        </span>
      ))}
      {needs_driver && <Badge tone="wrong">Needs a driver</Badge>}
      {needs_driver && vehicles_needed > 1 && (
        <SecondLine>
          {vehicles_assigned} of {counted(vehicles_needed, 'coach', 'coaches')}
        </SecondLine>
      )}
    </span>
  )
}

function LastTold({ trip: { last_event }, day }: { readonly trip: DayTrip; readonly day: string }) {
  if (last_event === null) return '–'
  return (
    <span>
      {eventWord(last_event.status, last_event.delay_minutes)},{' '}
      <time dateTime={last_event.occurred_at}>{leaves(last_event.occurred_at, day)}</time>
      {last_event.by === 'operator' && <span className="quiet"> by the office</span>}
      {last_event.note !== null && <SecondLine>{last_event.note}</SecondLine>}
    </span>
  )
}

function Seen({ at }: { readonly at: string }) {
  return <time dateTime={at}>{spokenDistance(Date.parse(at), useNow(60_000))}</time>
}

function TripActions(props: { readonly trip: DayTrip; readonly board: DayBoard; readonly report: (ref: string) => void }) {
  const { trip, board, report } = props
  const [, navigate] = useLocation()
  const { can } = useSession()
  const mayStaff = can('drivers:write')
  const incident = board.needs_you.find(({ kind, ref }) => kind === 'incident' && ref === trip.ref)?.subject
  const canReport = mayStaff && trip.duties.some(({ status }) => stepsAfter(status).length > 0)
  return (
    <RowActions
      label={`What to do with ${trip.ref}`}
      actions={[
        ...(mayStaff
          ? [
              {
                label: trip.needs_driver ? 'Assign' : 'Change the crew',
                run: () => navigate(`/bookings/${trip.ref}?assign=1`),
                isQuiet: true,
              },
            ]
          : []),
        ...(canReport ? [{ label: 'Report a step', run: () => report(trip.ref), isQuiet: true }] : []),
        ...(incident
          ? [{ label: 'See the incident', run: () => navigate(`/incidents?incident=${incident.id}`), isQuiet: true }]
          : []),
        {
          label: 'Job sheet (PDF)',
          run: () => void window.open(paperAddress(`/bookings/${trip.ref}/job-sheet`), '_blank', 'noopener'),
          isQuiet: true,
        },
      ]}
    />
  )
}
