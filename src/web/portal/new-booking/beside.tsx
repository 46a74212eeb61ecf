import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import type { Records } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import type { BoundDraft } from '../../office/form/bound-fields.tsx'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { LocalTime } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { useClock } from '../../office/parts/now.ts'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { toVehicleDraft } from '../../office/trip-fields/coach-fields.tsx'
import { useFleet } from '../../office/trip-fields/fleet.ts'
import { findPlaceAt } from '../../office/trip-fields/places.ts'
import { findToday, formatDay, formatInstant, toWallDay } from '../../plain/moment.ts'
import { formatWord } from '../../plain/words.ts'
import type { PhoneBooking } from './booking-body.ts'
import { useFleetThen, useLastOnRoute } from './reads.ts'

type BesideProps = { readonly draft: BoundDraft<PhoneBooking> }

/**
 * A panel with the free vehicles on the dates of the trip and the last price of the route.
 */
export function Beside({ draft }: BesideProps) {
  return (
    <aside className="new-beside" aria-label="Free vehicles and last price">
      <FreeVehicles draft={draft} />
      <LastPrice draft={draft} />
    </aside>
  )
}

function FreeVehicles({ draft: { values, setAt } }: BesideProps) {
  const { departs_at: departsAt = null, isReturn, returns_at: returnsAt = null } = values
  const people = values.passenger_count ?? 0
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const query = useFleetThen(departsAt, isReturn ? returnsAt : null, zone)
  const fleet = useFleet().data?.data ?? []
  const take = (id: number) => {
    const vehicle = fleet.find((one) => one.id === id)
    if (vehicle !== undefined) setAt('quote.vehicles.0', toVehicleDraft(vehicle))
  }
  if (departsAt === null) {
    return (
      <FoldableSection title="Vehicles">
        <p className="quiet">Enter a departure to see free vehicles.</p>
      </FoldableSection>
    )
  }
  return (
    <FoldableSection title={`Vehicles, ${formatDay(toWallDay(departsAt), today)}`}>
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
            {sortFreeVehicles(vehicles, people).map((vehicle) => (
              <li key={vehicle.id}>
                <span>
                  <OfficePlate registration={vehicle.registration} /> {formatCount(vehicle.seats, 'seat')}
                  <VehicleBusy busy={vehicle.busy} isFit={vehicle.seats >= people} />
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

function LastPrice({ draft: { values, setAt } }: BesideProps) {
  const { currency } = useSession()
  const { data: found, isPlaceholderData } = useLastOnRoute(findPlaceAt(values, 'pickup'), findPlaceAt(values, 'dropoff'))
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
        <Button size="xs" variant="default" onClick={() => setAt('quote.price_amount', data.price_amount)}>
          Use this price
        </Button>
      )}
    </FoldableSection>
  )
}
