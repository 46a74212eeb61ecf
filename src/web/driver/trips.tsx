import { useState } from 'preact/hooks'
import { timeOf, wallOf } from '../plain/moment.ts'
import { ask } from './api.ts'
import { useApp, useNow } from './app.ts'
import { byDay, instantOn, isTripDone, statusWord, waitingHead, whenOf } from './duty.ts'
import { waitingIn } from './outbox.ts'
import { Link, Plate } from './parts.tsx'
import type { ListedTrip } from './records.ts'

/** The page of trips: those to come by day, with what waits for an answer first, and those that were. */
export function TripsPage() {
  const { upcoming, box, isOnline } = useApp()
  const now = useNow(30_000)
  const waiting = waitingIn(box)
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
      <h1>Trips</h1>
      {upcoming === null && <p class="quiet">{isOnline ? 'Reading your trips.' : 'They show once they were read.'}</p>}
      {upcoming !== null && list.length === 0 && <p>Nothing to drive.</p>}
      {byDay(list, now).map(({ day, trips }) => (
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
  /** Whether its day is said above it. */
  readonly isUnderItsDay?: boolean
}

function TripRow({ trip, now, isUnderItsDay = false }: RowProps) {
  const when = isUnderItsDay ? timeOf(wallOf(trip.departs_at)) : whenOf(trip.departs_at, trip.timezone, now)
  const isOff = trip.status === 'cancelled'
  return (
    <Link to={`/trips/${trip.ref}`} className="row">
      <span class="state">
        <strong class="time">{when}</strong>
        <span class="badge">{statusWord(trip)}</span>
      </span>
      <span class={isOff ? 'block off' : 'block'}>
        {trip.pickup.label} to {trip.dropoff.label}
      </span>
      {trip.acknowledged_at === null && !isTripDone(trip) && (
        <span class="block quiet">Answer by {instantOn(trip.acknowledge_by, trip.timezone, now)}</span>
      )}
      <Plate registration={trip.vehicle.registration} />
    </Link>
  )
}

const perPage = 50

/** Read when it is unfolded, a page at a time; without network those that are kept for a fortnight. */
function Past({ now }: { readonly now: number }) {
  const { trips } = useApp()
  const [past, setPast] = useState<readonly ListedTrip[] | null>(null)
  const [hasMore, setMore] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const read = async (known: readonly ListedTrip[]) => {
    setBusy(true)
    const page = known.length / perPage + 1
    const { data } = await ask<ListedTrip[]>('GET', `/driver/trips?filter=past&per_page=${perPage}&page=${page}`)
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
      <summary>Past trips</summary>
      {isFailed && <p>{kept.length > 0 ? 'These are kept on this phone; the others need network.' : 'They need network.'}</p>}
      {past !== null && past.length === 0 && <p>None yet.</p>}
      {shown.map((trip) => (
        <TripRow key={trip.ref} trip={trip} now={now} />
      ))}
      {(isFailed || hasMore) && (
        <button type="button" class="button quiet-button" disabled={isBusy} onClick={() => read(past ?? [])}>
          {isFailed ? 'Try again' : 'Earlier ones'}
        </button>
      )}
    </details>
  )
}
