import { useEffect } from 'preact/hooks'
import { findToday, toWall, toWallDay } from '../plain/moment.ts'
import { useApp, useServerNow } from './app.ts'
import {
  describeNextAction,
  findCurrentTrip,
  findMainAction,
  findNextLeave,
  formatWhen,
  isCheckedToday,
  isTripDone,
} from './duty.ts'
import { DutyCard } from './duty-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Link } from './parts.tsx'
import { buildTripAhead, type TripAhead } from './pending-steps.ts'
import { readOpenedTrip } from './reading.ts'
import type { ListedTrip } from './records.ts'
import { NextStep, OtherReports } from './trip-actions.tsx'

/** The current duty of the driver, or the next one, with its next step. */
export function NowPage() {
  const { me, trips, box, upcoming, readAt } = useApp()
  const now = useServerNow()
  const wait = me?.settings.no_show_wait_minutes ?? 15
  const current = findCurrentTrip(trips, box, wait, now)
  const currentRef = current?.trip.ref
  useEffect(() => {
    if (currentRef !== undefined) void readOpenedTrip(currentRef)
  }, [currentRef])
  if (current === null) {
    const next = upcoming?.find(({ status, ref }) => status !== 'cancelled' && trips[ref] === undefined)
    return (
      <main class="page">
        <h1>{readAt === null ? 'Loading your jobs' : next === undefined ? 'No jobs' : 'No jobs today'}</h1>
        {readAt === null && <p class="quiet">The app then keeps them on this phone.</p>}
        {next !== undefined && <p>{describeNextJob(next, next.departs_at, now)}</p>}
        {readAt !== null && (
          <Link to="/trips" className="button quiet-button">
            All jobs
          </Link>
        )}
        {readAt !== null && (
          <Link to="/me" className="button quiet-button">
            Jobs in your calendar
          </Link>
        )}
        <FirstSteps />
      </main>
    )
  }
  return (
    <main class="page now">
      <NowHead current={current} now={now} />
      <DutyCard ahead={current} now={now} />
      <OtherReports key={`other ${current.trip.ref}`} ahead={current} now={now} />
      <OtherTrips current={current} now={now} />
      <FirstSteps />
      <NextStep key={current.trip.ref} ahead={current} now={now} />
    </main>
  )
}

function NowHead({ current: { trip }, now }: { readonly current: TripAhead; readonly now: number }) {
  const { me } = useApp()
  const leaves = findNextLeave(trip)
  const isToday = toWallDay(toWall(leaves)) <= findToday(trip.timezone, now)
  if (isToday) {
    return (
      <div class="now-head">
        <h1>{describeNextAction(findMainAction(trip, me?.settings.vehicle_check_required ?? true, now))}</h1>
        {!isTripDone(trip) && isCheckedToday(trip, now) && <span class="badge good">Vehicle checked</span>}
      </div>
    )
  }
  return (
    <>
      <h1>No jobs today</h1>
      <p>{describeNextJob(trip, leaves, now)}</p>
      <Link to="/me" className="button quiet-button">
        Jobs in your calendar
      </Link>
    </>
  )
}

/** The time and the route of the next job: `Next: Fri 4 Dec, 07:15, Otley → Durham.` */
function describeNextJob(
  { pickup, dropoff, timezone }: Pick<ListedTrip, 'pickup' | 'dropoff' | 'timezone'>,
  at: string,
  now: number,
): string {
  return `Next: ${formatWhen(at, timezone, now)}, ${pickup.label} → ${dropoff.label}.`
}

/** Other trips without an answer. */
function OtherTrips({ current, now }: { readonly current: TripAhead; readonly now: number }) {
  const { trips, box } = useApp()
  const others = Object.values(trips)
    .map((trip) => buildTripAhead(trip, box, 15))
    .filter(({ trip, isDeclined }) => trip.ref !== current.trip.ref && !isDeclined && trip.status !== 'cancelled')
    .filter(({ trip }) => trip.acknowledged_at === null)
  if (others.length === 0) return null
  return (
    <section>
      <h2>New jobs to accept</h2>
      {others.map(({ trip }) => (
        <Link key={trip.ref} to={`/trips/${trip.ref}`} className="row">
          <strong class="block">{formatWhen(trip.departs_at, trip.timezone, now)}</strong>
          {trip.pickup.label} to {trip.dropoff.label}
        </Link>
      ))}
    </section>
  )
}
