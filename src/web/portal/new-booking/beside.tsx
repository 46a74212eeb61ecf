import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { counted } from '../../../domain/spoken.ts'
import { dayOf, spokenDay, spokenInstant, todayIn } from '../../plain/moment.ts'
import { spokenWord } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { useFleet } from '../api/fleet.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/facts.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { LocalTime } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { useNow } from '../parts/now.ts'
import { Plate } from '../parts/plate.tsx'
import { coachOf } from '../trip-fields/coach-fields.tsx'
import { useFleetThen, useLastOnRoute } from './reads.ts'
import type { TypedBooking } from './typed-booking.ts'

type BesideProps = { readonly typed: TypedBooking; readonly set: (change: Partial<TypedBooking>) => void }

/**
 * A panel that helps to answer on the telephone: which coaches are free on these days, and what the route cost last.
 */
export function Beside({ typed, set }: BesideProps) {
  return (
    <aside className="new-beside" aria-label="Free coaches and the last price">
      <FreeCoaches typed={typed} set={set} />
      <LastPrice typed={typed} set={set} />
    </aside>
  )
}

function FreeCoaches({ typed, set }: BesideProps) {
  const { zone } = useSession()
  const today = todayIn(zone, useNow(60_000))
  const query = useFleetThen(typed.departsAt, typed.isReturn ? typed.returnsAt : null, zone)
  const fleet = useFleet().data?.data ?? []
  const take = (id: number) => {
    const vehicle = fleet.find((one) => one.id === id)
    if (vehicle !== undefined) set({ coaches: [coachOf(vehicle), ...typed.coaches.slice(1)] })
  }
  if (typed.departsAt === null) {
    return (
      <Section title="Free coaches">
        <p className="quiet">Say when it is, and the coaches that are free show here.</p>
      </Section>
    )
  }
  return (
    <Section title={`Free coaches, ${spokenDay(dayOf(typed.departsAt), today)}`}>
      <ListStates
        query={query}
        skeletonRows={4}
        isEmpty={(vehicles) => vehicles.length === 0}
        empty={
          <>
            <p>No coach is in the fleet yet.</p>
            <Link href="/vehicles">Add a vehicle</Link>
          </>
        }
      >
        {(vehicles) => (
          <ul className="new-coaches">
            {inOrder(vehicles, typed.people ?? 0).map((vehicle) => (
              <li key={vehicle.id}>
                <span>
                  <Plate registration={vehicle.registration} /> {counted(vehicle.seats, 'seat')}
                  <Busy busy={vehicle.busy} isFit={vehicle.seats >= (typed.people ?? 0)} />
                </span>
                <Button size="xs" variant="default" aria-label={`Take ${vehicle.registration}`} onClick={() => take(vehicle.id)}>
                  Take
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Section>
  )
}

type FleetRow = Records['FleetAvailability']['vehicles'][number]

/** Free ones with room for everybody first, the smallest of them on top. */
function inOrder(vehicles: readonly FleetRow[], people: number): FleetRow[] {
  const rank = ({ busy, seats }: FleetRow) => (seats >= people ? 0 : 2) + (busy.length === 0 ? 0 : 1)
  return vehicles.toSorted((one, other) => rank(one) - rank(other) || one.seats - other.seats)
}

function Busy({ busy, isFit }: { readonly busy: FleetRow['busy']; readonly isFit: boolean }) {
  const { zone } = useSession()
  const now = useNow(60_000)
  if (busy.length === 0) return <span className="second-line">{isFit ? 'Free' : 'Free, too small'}</span>
  return (
    <>
      {busy.map(({ from, to, what, ref, kind }) => (
        <span className="second-line new-busy" key={`${from}${ref}`}>
          {spokenInstant(from, zone, now)} to {spokenInstant(to, zone, now)}: {spokenWord(kind ?? what).toLowerCase()} {ref}
        </span>
      ))}
    </>
  )
}

function LastPrice({ typed, set }: BesideProps) {
  const { currency } = useSession()
  const { data: found, isPlaceholderData } = useLastOnRoute(typed.pickup, typed.dropoff)
  const data = isPlaceholderData ? undefined : found
  if (data === undefined || data === null) {
    return (
      <Section title="Last price for this route">
        <p className="quiet">
          {data === null
            ? 'You have not driven this route before.'
            : 'Say from where to where, and what it cost last shows here.'}
        </p>
      </Section>
    )
  }
  return (
    <Section title="Last price for this route">
      <p className="new-last">
        <strong>
          <Money amount={data.price_amount} currency={data.currency_code} />
        </strong>{' '}
        for {counted(data.passenger_count, 'person', 'people')}
        {data.returns_at === null ? ', one way' : ', there and back'}
        <span className="second-line">
          <Link className="ref" href={`/bookings/${data.ref}`}>
            {data.ref}
          </Link>{' '}
          {data.summary}, <LocalTime at={data.departs_at} />
        </span>
      </p>
      {data.currency_code === currency && (
        <Button size="xs" variant="default" onClick={() => set({ price: data.price_amount })}>
          Take this price
        </Button>
      )}
    </Section>
  )
}
