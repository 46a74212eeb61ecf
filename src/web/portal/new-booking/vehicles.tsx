import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import type { Records } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import type { BoundDraft } from '../../office/form/bound-fields.tsx'
import { GroupError } from '../../office/form/form.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { useClock } from '../../office/parts/now.ts'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { CoachRow, createAnyCoach, SeatCount, toVehicleDraft } from '../../office/trip-fields/coach-fields.tsx'
import { useFleet } from '../../office/trip-fields/fleet.ts'
import { listLegTimes } from '../../office/trip-fields/legs.ts'
import { countSeats, type VehicleDraft } from '../../office/trip-fields/trip-body.ts'
import { findToday, formatDay, formatInstant, toWallDay, toWallTime } from '../../plain/moment.ts'
import { formatWord, type Tone } from '../../plain/words.ts'
import { toWallAt } from '../../plain/zone.ts'
import { listBookingLegs, type PhoneBooking } from './booking-body.ts'
import { useFleetThen } from './reads.ts'

/** Path of the vehicles in the form. */
export const vehiclesPath = 'quote.vehicles'

type VehiclesProps = { readonly draft: BoundDraft<PhoneBooking> }

type TripSpan = { readonly from: number; readonly to: number }

/** The fleet at the times of the trip, to add to the quote, and the vehicles that are not of the fleet. */
export function VehiclesCard({ draft }: VehiclesProps) {
  const { values, setAt } = draft
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const span = findSpan(values, zone)
  const chosen = (values.quote?.vehicles ?? []) as readonly VehicleDraft[]
  const put = (vehicles: readonly VehicleDraft[]) => setAt(vehiclesPath, vehicles)
  const others = chosen.flatMap((vehicle, nth) => (vehicle.vehicle_id == null ? [nth] : []))
  const people = values.passenger_count ?? null
  return (
    <section className="new-card" aria-label="Vehicles" data-path={vehiclesPath}>
      <h2>{span === null ? 'Vehicles' : `Vehicles, ${formatTripSpan(span, zone, today)}`}</h2>
      {span === null ? (
        <>
          <p className="quiet">Enter a date to see free vehicles.</p>
          <ChosenVehicles chosen={chosen} put={put} />
        </>
      ) : (
        <FleetTable span={span} people={people ?? 0} chosen={chosen} put={put} />
      )}
      {others.length > 0 && (
        <div className="new-others">
          {others.map((nth) => (
            <CoachRow
              key={nth}
              at={`${vehiclesPath}.${nth}`}
              nth={nth}
              isFree={() => true}
              remove={() => put(chosen.toSpliced(nth, 1))}
            />
          ))}
        </div>
      )}
      <div className="new-vehicles-end">
        {chosen.length < 10 && (
          <button type="button" className="plain-button" onClick={() => put([...chosen, createAnyCoach('coach_49')])}>
            + Other vehicle
          </button>
        )}
        <SeatCount seats={countSeats(chosen)} people={people} hasCoach={chosen.length > 0} />
      </div>
      <GroupError path={vehiclesPath} legend="Vehicles" />
    </section>
  )
}

/** The time of a trip (ms), from its departure to the last known time. Null before both date and time are set. */
function findSpan(values: VehiclesProps['draft']['values'], zone: string): TripSpan | null {
  const legs = listLegTimes(listBookingLegs(values), zone)
  const from = legs[0]?.departs ?? null
  if (from === null) return null
  const known = legs.flatMap(({ departs, stops, arrives }) => [departs, ...stops, arrives]).filter((at) => at !== null)
  return { from, to: Math.max(...known) }
}

function formatTripSpan({ from, to }: TripSpan, zone: string, today: string): string {
  const [start, end] = [toWallAt(from, zone), toWallAt(to, zone)]
  const day = (wall: string) => formatDay(wall, today)
  if (toWallDay(start) !== toWallDay(end)) return `${day(start)} – ${day(end)}`
  return `${day(start)}, ${from === to ? `from ${toWallTime(start)}` : `${toWallTime(start)}–${toWallTime(end)}`}`
}

type Chosen = { readonly chosen: readonly VehicleDraft[]; readonly put: (vehicles: readonly VehicleDraft[]) => void }

/** The chosen vehicles of the fleet before their times are known. */
function ChosenVehicles({ chosen, put }: Chosen) {
  const own = chosen.filter(({ vehicle_id }) => vehicle_id != null)
  if (own.length === 0) return null
  return (
    <ul className="new-vehicles">
      {own.map((vehicle) => (
        <li key={vehicle.vehicle_id} data-chosen>
          <OfficePlate registration={vehicle.registration ?? ''} />
          <span>{formatCount(vehicle.seats ?? 0, 'seat')}</span>
          <span />
          <VehicleButton plate={vehicle.registration ?? ''} isChosen run={() => put(chosen.filter((one) => one !== vehicle))} />
        </li>
      ))}
    </ul>
  )
}

function FleetTable({ span, people, chosen, put }: Chosen & { readonly span: TripSpan; readonly people: number }) {
  const { zone } = useSession()
  const fleet = useFleet().data?.data ?? []
  const query = useFleetThen(toWallDay(toWallAt(span.from, zone)), toWallDay(toWallAt(span.to, zone)), zone)
  const drivers = query.data?.drivers.filter(({ busy }) => findConflict(busy, span) === null) ?? []
  const toggle = (id: number) => {
    const vehicle = fleet.find((one) => one.id === id)
    const isChosen = chosen.some((one) => one.vehicle_id === id)
    if (isChosen) put(chosen.filter((one) => one.vehicle_id !== id))
    else if (vehicle !== undefined && chosen.length < 10) put([...chosen, toVehicleDraft(vehicle)])
  }
  return (
    <ListStates
      query={query}
      skeletonRows={4}
      isEmpty={({ vehicles }) => vehicles.length === 0}
      empty={
        <>
          <p>No vehicles yet.</p>
          <Link href="/vehicles">Add vehicle</Link>
        </>
      }
    >
      {({ vehicles }) => (
        <>
          <ul className="new-vehicles">
            {sortByFit(vehicles, people, span).map((vehicle) => {
              const isChosen = chosen.some((one) => one.vehicle_id === vehicle.id)
              return (
                <li key={vehicle.id} data-chosen={isChosen || undefined}>
                  <OfficePlate registration={vehicle.registration} />
                  <span>{formatCount(vehicle.seats, 'seat')}</span>
                  <VehicleState vehicle={vehicle} people={people} span={span} />
                  <VehicleButton plate={vehicle.registration} isChosen={isChosen} run={() => toggle(vehicle.id)} />
                </li>
              )
            })}
          </ul>
          {drivers.length > 0 && <p className="quiet new-drivers">{describeFreeDrivers(drivers)}</p>}
        </>
      )}
    </ListStates>
  )
}

function VehicleButton({
  plate,
  isChosen,
  run,
}: {
  readonly plate: string
  readonly isChosen: boolean
  readonly run: () => void
}) {
  const word = isChosen ? 'Remove' : 'Add'
  return (
    <Button size="compact-xs" variant="default" aria-label={`${word} ${plate}`} onClick={run}>
      {word}
    </Button>
  )
}

function describeFreeDrivers(drivers: readonly { readonly name: string }[]): string {
  const named = drivers.slice(0, 3).map(({ name }) => name)
  const more = drivers.length - named.length
  return `Drivers free: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

type FleetRow = Records['FleetAvailability']['vehicles'][number]
type BusySpan = FleetRow['busy'][number]

/** The span that keeps a vehicle or a driver from the trip: a booking or a block before a quote. Null for a free one. */
function findConflict(busy: readonly BusySpan[], { from, to }: TripSpan): BusySpan | null {
  const during = busy.filter((one) => Date.parse(one.from) < Math.max(to, from + 1) && Date.parse(one.to) > from)
  return during.find(({ what }) => what === 'booking' || what === 'block') ?? during[0] ?? null
}

/** Free vehicles with enough seats first, the smallest of them on top. Of those too small, the largest comes first. */
function sortByFit(vehicles: readonly FleetRow[], people: number, span: TripSpan): readonly FleetRow[] {
  const rank = ({ busy, seats }: FleetRow) => (seats >= people ? 0 : 1) + (findConflict(busy, span) === null ? 0 : 2)
  const excess = ({ seats }: FleetRow) => Math.abs(seats - people)
  return vehicles.toSorted((one, other) => rank(one) - rank(other) || excess(one) - excess(other))
}

function VehicleState(props: { readonly vehicle: FleetRow; readonly people: number; readonly span: TripSpan }) {
  const { vehicle, people, span } = props
  const { zone } = useSession()
  const now = useClock(60_000)
  const conflict = findConflict(vehicle.busy, span)
  const missing = people - vehicle.seats
  const [word, tone]: readonly [string, Tone] =
    conflict !== null
      ? describeConflict(conflict, span, zone, now)
      : missing > 0
        ? [`${formatCount(missing, 'seat')} short`, 'waiting']
        : ['Free', 'good']
  return <span data-tone={tone}>{word}</span>
}

/** The state of a busy vehicle: its cause and its end, with the day if that is not the day of the trip. */
function describeConflict({ what, kind, to }: BusySpan, span: TripSpan, zone: string, now: number): readonly [string, Tone] {
  const end = toWallAt(Date.parse(to), zone)
  const isSameDay = toWallDay(end) === toWallDay(toWallAt(span.from, zone))
  const until = isSameDay ? toWallTime(end) : formatInstant(to, zone, now)
  if (what === 'booking') return [`On a trip to ${until}`, 'wrong']
  if (what === 'block') return [`${formatWord(kind ?? 'block')} to ${until}`, 'wrong']
  return [`Provisional to ${until}`, 'waiting']
}
