import { useState } from 'preact/hooks'
import { toWall, toWallTime } from '../plain/moment.ts'
import { callDriverApi } from './api.ts'
import { useApp, useServerNow } from './app.ts'
import { formatDriverStatus, formatTripInstant, formatWhen, groupByDay, isTripDone, waitingHead } from './duty.ts'
import { listWaiting } from './outbox.ts'
import { DrivenPlate, Link } from './parts.tsx'
import type { ListedTrip } from './records.ts'

/** The page of trips: future ones by day, unanswered ones first, and past ones. */
export function TripsPage() {
  const { upcoming, box, isOnline } = useApp()
  const now = useServerNow(30_000)
  const waiting = listWaiting(box)
  const has = (ref: string, end: string) => waiting.some(({ path }) => path === `/trips/${ref}/${end}`)
  const list = (upcoming ?? [])
    .filter(({ ref }) => !has(ref, 'decline'))
    .map((trip) =>
      trip.acknowledged_at === null && has(trip.ref, 'acknowledge')
        ? { ...trip, acknowledged_at: new Date(now).toISOString() }
        : trip,
    )
  return (
    <main class="page">
      <h1>Jobs</h1>
      {upcoming === null && (
        <p class="quiet">{isOnline ? 'Loading your jobs.' : 'Your jobs load when this phone has a connection.'}</p>
      )}
      {upcoming !== null && list.length === 0 && <p>No jobs.</p>}
      {groupByDay(list, now).map(({ day, trips }) => (
        <section key={day}>
          <h2>{day}</h2>
          {trips.map((trip) => (
            <TripRow key={trip.ref} trip={trip} now={now} isUnderItsDay={day !== waitingHead} />
          ))}
        </section>
      ))}
      <Past now={now} />
    </main>
  )
}

type RowProps = {
  readonly trip: ListedTrip
  readonly now: number
  /** Whether the heading above shows the day. */
  readonly isUnderItsDay?: boolean
}

function TripRow({ trip, now, isUnderItsDay = false }: RowProps) {
  const when = isUnderItsDay ? toWallTime(toWall(trip.departs_at)) : formatWhen(trip.departs_at, trip.timezone, now)
  const isOff = trip.status === 'cancelled'
  return (
    <Link to={`/trips/${trip.ref}`} className="row">
      <span class="state">
        <strong class="time">{when}</strong>
        <span class="badge">{formatDriverStatus(trip)}</span>
      </span>
      <span class={isOff ? 'block off' : 'block'}>
        {trip.pickup.label} to {trip.dropoff.label}
      </span>
      {trip.acknowledged_at === null && !isTripDone(trip) && (
        <span class="block quiet">Accept by {formatTripInstant(trip.acknowledge_by, trip.timezone, now)}</span>
      )}
      <DrivenPlate registration={trip.vehicle.registration} />
    </Link>
  )
}

const perPage = 50

/** Past trips, loaded page by page when unfolded; without a network the stored trips of two weeks. */
function Past({ now }: { readonly now: number }) {
  const { trips } = useApp()
  const [past, setPast] = useState<readonly ListedTrip[] | null>(null)
  const [hasMore, setMore] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const read = async (known: readonly ListedTrip[]) => {
    setBusy(true)
    const page = known.length / perPage + 1
    const { data } = await callDriverApi<ListedTrip[]>('GET', `/driver/trips?filter=past&per_page=${perPage}&page=${page}`)
    setBusy(false)
    setFailed(data === null)
    if (data === null) return
    setPast([...known, ...data])
    setMore(data.length === perPage)
  }
  const kept = Object.values(trips).filter(isTripDone)
  const shown = past ?? (isFailed ? kept.sort((one, other) => Date.parse(other.departs_at) - Date.parse(one.departs_at)) : [])
  return (
    <details
      class="fold"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && past === null && !isBusy) void read([])
      }}
    >
      <summary>Past jobs</summary>
      {isFailed && (
        <p>
          {kept.length > 0 ? 'These jobs are kept on this phone. Other jobs need a connection.' : 'Past jobs need a connection.'}
        </p>
      )}
      {past !== null && past.length === 0 && <p>No past jobs.</p>}
      {shown.map((trip) => (
        <TripRow key={trip.ref} trip={trip} now={now} />
      ))}
      {(isFailed || hasMore) && (
        <button type="button" class="button quiet-button" disabled={isBusy} onClick={() => read(past ?? [])}>
          {isFailed ? 'Try again' : 'Earlier jobs'}
        </button>
      )}
    </details>
  )
}
