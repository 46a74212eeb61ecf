import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { findToday, formatDay, formatInstant, toWallDay } from '../../plain/moment.ts'
import { formatWord } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { useFleet } from '../api/fleet.ts'
import { useSession } from '../api/session.ts'
import { FoldableSection } from '../parts/facts.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { LocalTime } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { useClock } from '../parts/now.ts'
import { PortalPlate } from '../parts/plate.tsx'
import { toTypedCoach } from '../trip-fields/coach-fields.tsx'
import { useFleetThen, useLastOnRoute } from './reads.ts'
import type { TypedBooking } from './typed-booking.ts'

type BesideProps = { readonly typed: TypedBooking; readonly set: (change: Partial<TypedBooking>) => void }

/**
 * A panel with the free vehicles on the dates of the trip and the last price of the route.
 */
export function Beside({ typed, set }: BesideProps) {
  return (
    <aside className="new-beside" aria-label="Free vehicles and last price">
      <FreeVehicles typed={typed} set={set} />
      <LastPrice typed={typed} set={set} />
    </aside>
  )
}

function FreeVehicles({ typed, set }: BesideProps) {
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const query = useFleetThen(typed.departsAt, typed.isReturn ? typed.returnsAt : null, zone)
  const fleet = useFleet().data?.data ?? []
  const take = (id: number) => {
    const vehicle = fleet.find((one) => one.id === id)
    if (vehicle !== undefined) set({ coaches: [toTypedCoach(vehicle), ...typed.coaches.slice(1)] })
  }
  if (typed.departsAt === null) {
    return (
      <FoldableSection title="Vehicles">
        <p className="quiet">Enter a departure to see free vehicles.</p>
      </FoldableSection>
    )
  }
  return (
    <FoldableSection title={`Vehicles, ${formatDay(toWallDay(typed.departsAt), today)}`}>
      <ListStates
        query={query}
        skeletonRows={4}
        isEmpty={(vehicles) => vehicles.length === 0}
        empty={
          <>
            <p>No vehicles yet.</p>
            <Link href="/vehicles">Add vehicle</Link>
          </>
        }
      >
        {(vehicles) => (
          <ul className="new-coaches">
            {sortFreeVehicles(vehicles, typed.people ?? 0).map((vehicle) => (
              <li key={vehicle.id}>
                <span>
                  <PortalPlate registration={vehicle.registration} /> {formatCount(vehicle.seats, 'seat')}
                  <VehicleBusy busy={vehicle.busy} isFit={vehicle.seats >= (typed.people ?? 0)} />
                </span>
                <Button size="xs" variant="default" aria-label={`Add ${vehicle.registration}`} onClick={() => take(vehicle.id)}>
                  Add
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </FoldableSection>
  )
}

type FleetRow = Records['FleetAvailability']['vehicles'][number]

/** Free vehicles with enough seats first, the smallest of them on top. */
function sortFreeVehicles(vehicles: readonly FleetRow[], people: number): FleetRow[] {
  const rank = ({ busy, seats }: FleetRow) => (seats >= people ? 0 : 2) + (busy.length === 0 ? 0 : 1)
  return vehicles.toSorted((one, other) => rank(one) - rank(other) || one.seats - other.seats)
}

function VehicleBusy({ busy, isFit }: { readonly busy: FleetRow['busy']; readonly isFit: boolean }) {
  const { zone } = useSession()
  const now = useClock(60_000)
  if (busy.length === 0) return <span className="second-line">{isFit ? 'Free' : 'Free, too small'}</span>
  return (
    <>
      {busy.map(({ from, to, what, ref, kind }) => (
        <span className="second-line new-busy" key={`${from}${ref}`}>
          {formatInstant(from, zone, now)} to {formatInstant(to, zone, now)}: {formatWord(kind ?? what).toLowerCase()} {ref}
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
      <FoldableSection title="Last price for this route">
        <p className="quiet">
          {data === null ? 'No earlier booking for this route.' : 'Enter pick-up and drop-off to see the last price.'}
        </p>
      </FoldableSection>
    )
  }
  return (
    <FoldableSection title="Last price for this route">
      <p className="new-last">
        <strong>
          <Money amount={data.price_amount} currency={data.currency_code} />
        </strong>{' '}
        for {formatCount(data.passenger_count, 'passenger')}
        {data.returns_at === null ? ', one way' : ', return'}
        <span className="second-line">
          <Link className="ref" href={`/bookings/${data.ref}`}>
            {data.ref}
          </Link>{' '}
          {data.summary}, <LocalTime at={data.departs_at} />
        </span>
      </p>
      {data.currency_code === currency && (
        <Button size="xs" variant="default" onClick={() => set({ price: data.price_amount })}>
          Use this price
        </Button>
      )}
    </FoldableSection>
  )
}
