import { useEffect } from 'preact/hooks'
import { dayOf, todayIn, wallOf } from '../plain/moment.ts'
import { type TripAhead, tripAhead } from './ahead.ts'
import { useApp, useNow } from './app.ts'
import { currentTrip, nextLeave, whenOf } from './duty.ts'
import { DutyCard } from './duty-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Link } from './parts.tsx'
import { lookAt } from './reading.ts'
import { TripActions } from './trip-actions.tsx'

/** The duty the driver is on, or the next one, with the one button that matters now. */
export function NowPage() {
  const { me, trips, box, upcoming, readAt } = useApp()
  const now = useNow()
  const wait = me?.settings.no_show_wait_minutes ?? 15
  const current = currentTrip(trips, box, wait, now)
  const currentRef = current?.trip.ref
  useEffect(() => {
    if (currentRef !== undefined) void lookAt(currentRef)
  }, [currentRef])
  if (current === null) {
    const next = upcoming?.find(({ status, ref }) => status !== 'cancelled' && trips[ref] === undefined)
    return (
      <main class="page">
        <h1>{readAt === null ? 'Reading your duties' : 'Nothing to drive'}</h1>
        {readAt === null && <p class="quiet">They are kept on this phone once they were read.</p>}
        {next !== undefined && <p>Next: {whenOf(next.departs_at, next.timezone, now)}</p>}
        {readAt !== null && (
          <Link to="/trips" className="button quiet-button">
            All trips
          </Link>
        )}
        {readAt !== null && (
          <Link to="/me" className="button quiet-button">
            Trips in your calendar
          </Link>
        )}
        <FirstSteps />
      </main>
    )
  }
  return (
    <main class="page">
      <NowHead current={current} now={now} />
      <TripActions key={current.trip.ref} ahead={current} now={now} />
      <DutyCard ahead={current} now={now} />
      <Others current={current} now={now} />
      <FirstSteps />
    </main>
  )
}

function NowHead({ current: { trip }, now }: { readonly current: TripAhead; readonly now: number }) {
  const leaves = nextLeave(trip)
  const isToday = dayOf(wallOf(leaves)) <= todayIn(trip.timezone, now)
  if (isToday) return <h1>Now</h1>
  return (
    <>
      <h1>Nothing today</h1>
      <p>Next: {whenOf(leaves, trip.timezone, now)}</p>
      <Link to="/me" className="button quiet-button">
        Trips in your calendar
      </Link>
    </>
  )
}

/** Trips that wait for an answer beside the one shown. */
function Others({ current, now }: { readonly current: TripAhead; readonly now: number }) {
  const { trips, box } = useApp()
  const others = Object.values(trips)
    .map((trip) => tripAhead(trip, box, 15))
    .filter(({ trip, isDeclined }) => trip.ref !== current.trip.ref && !isDeclined && trip.status !== 'cancelled')
    .filter(({ trip }) => trip.acknowledged_at === null)
  if (others.length === 0) return null
  return (
    <section>
      <h2>Waiting for your answer</h2>
      {others.map(({ trip }) => (
        <Link key={trip.ref} to={`/trips/${trip.ref}`} className="row">
          <strong class="block">{whenOf(trip.departs_at, trip.timezone, now)}</strong>
          {trip.pickup.label} to {trip.dropoff.label}
        </Link>
      ))}
    </section>
  )
}
