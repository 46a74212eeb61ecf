import type { ReactNode } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import type { Records } from '../../office/api/client.ts'
import { LocalTime } from '../../office/parts/moment.tsx'
import { useFleet } from '../../office/trip-fields/fleet.ts'
import { formatCoordinates } from '../../plain/coordinates.ts'
import { toWallTime } from '../../plain/moment.ts'
import { formatWord } from '../../plain/words.ts'
import { formatAccess } from '../itinerary/group-facts.tsx'
import type { WholeBooking } from './changes.ts'

type Named = {
  readonly label: string
  readonly locality?: string | null
  readonly postcode?: string | null
  readonly latitude?: number | null
  readonly longitude?: number | null
}
type Coach = { readonly type: string; readonly count: number; readonly seats: number; readonly vehicle_id?: number | null }
type Call = { readonly place: Named; readonly arrive_at?: string | null; readonly depart_at?: string | null }
type Way = {
  readonly pickup: Named
  readonly dropoff: Named
  readonly departs_at: string
  readonly arrive_by?: string | null
  readonly stops?: readonly Call[] | null
}
type Plates = ReadonlyMap<number, string>

/** Changes of a booking, in the form of the request and of the answer. */
export type ShownChanges = {
  readonly departs_at?: string
  readonly returns_at?: string | null
  readonly pickup?: Named
  readonly dropoff?: Named
  readonly legs?: readonly Way[]
  readonly passenger_count?: number
  readonly passengers?: Partial<Record<'adults' | 'children' | 'infants', number | null>> | null
  readonly luggage?: Records['LuggageInput'] | null
  readonly accessibility?: Records['AccessibilityInput'] | null
  readonly flight?: { readonly number: string; readonly direction: string; readonly scheduled_at?: string | null } | null
  readonly lead_passenger?: { readonly name: string; readonly phone?: string | null } | null
  readonly customer?: Records['CustomerChange']
  readonly notes?: string | null
  readonly vehicles?: readonly Coach[]
}

/** The current values of the changed fields of a booking. */
export function listCurrentValues(booking: WholeBooking, changes: ShownChanges): ShownChanges {
  const names = new Set(Object.keys(changes))
  return Object.fromEntries(Object.entries(booking).filter(([name]) => names.has(name)))
}

/** A table of the values before and after, one row for each changed field. */
export function ChangeTable({ before, after }: { readonly before: ShownChanges; readonly after: ShownChanges }) {
  const fleet = useFleet().data?.data ?? []
  const plates = new Map(fleet.map(({ id, registration }) => [id, registration]))
  const [was, is] = [
    listChangedRows(omitSharedLegs(before, after), plates),
    listChangedRows(omitSharedLegs(after, before), plates),
  ]
  const contact = Object.keys(after.customer ?? {})
  const names = [...is.keys()].filter((name) => !(name in contactNames) || contact.includes(contactNames[name] ?? ''))
  return (
    <table className="amend-compare">
      <caption className="unseen">Changes</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{was.get(name) ?? '–'}</td>
            <td>{is.get(name) ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The changes, without the legs that both sides have. */
function omitSharedLegs(changes: ShownChanges, others: ShownChanges): ShownChanges {
  if (changes.legs === undefined) return changes
  const named = ({ pickup, dropoff, departs_at, arrive_by, stops }: Way) => {
    const times = [departs_at, arrive_by, ...(stops ?? []).map((stop) => stop.arrive_at ?? stop.depart_at)]
    const places = [pickup, ...(stops ?? []).map(({ place }) => place), dropoff]
    return JSON.stringify([...times.map((at) => (at == null ? null : Date.parse(at))), ...places.map(formatPlace)])
  }
  const known = new Set(others.legs?.map(named))
  return { ...changes, legs: changes.legs.filter((leg) => !known.has(named(leg))) }
}

const contactNames: Readonly<Record<string, string>> = {
  Customer: 'name',
  Organisation: 'organisation',
  Phone: 'phone',
  Email: 'email',
}

function listChangedRows(changes: ShownChanges, plates: Plates): ReadonlyMap<string, ReactNode> {
  const { departs_at, returns_at, pickup, dropoff, legs, passenger_count, passengers, customer } = changes
  const lines = {
    Departs: departs_at && <LocalTime at={departs_at} />,
    'Return departs': returns_at && <LocalTime at={returns_at} />,
    'Pick-up': pickup && placeWithPoint(pickup),
    'Drop-off': dropoff && placeWithPoint(dropoff),
    Legs: legs?.map((leg) => (
      <span key={leg.departs_at} className="amend-way">
        <LocalTime at={leg.departs_at} /> {formatWay(leg)}
      </span>
    )),
    Passengers: passenger_count,
    Ages: passengers && formatPeople(passengers),
    Vehicles: changes.vehicles?.map((coach) => formatCoach(coach, plates)).join('; '),
    Luggage: changes.luggage && formatLuggage(changes.luggage),
    Accessibility: changes.accessibility && formatAccess(changes.accessibility),
    Flight: changes.flight && formatFlight(changes.flight),
    'Lead passenger': changes.lead_passenger && formatContact(changes.lead_passenger),
    Customer: customer?.name,
    Organisation: customer?.organisation,
    Phone: customer?.phone,
    Email: customer?.email,
    Notes: changes.notes && <span className="prose">{changes.notes}</span>,
  }
  return new Map(Object.entries(lines).filter(([name]) => isFieldChanged(name, changes)))
}

const fieldOf: Readonly<Record<string, keyof ShownChanges>> = {
  Departs: 'departs_at',
  'Return departs': 'returns_at',
  'Pick-up': 'pickup',
  'Drop-off': 'dropoff',
  Legs: 'legs',
  Passengers: 'passenger_count',
  Ages: 'passengers',
  Vehicles: 'vehicles',
  Luggage: 'luggage',
  Accessibility: 'accessibility',
  Flight: 'flight',
  'Lead passenger': 'lead_passenger',
  Notes: 'notes',
}

function isFieldChanged(name: string, changes: ShownChanges): boolean {
  return (fieldOf[name] ?? 'customer') in changes
}

function formatPlace({ label, locality, postcode }: Named): string {
  return [label, locality, postcode].filter((part) => part !== null && part !== undefined && part !== '').join(', ')
}

/** The places of a leg with the times of its stops: `School → Church 08:45 → Museum 10:15`. */
function formatWay({ pickup, stops, dropoff, arrive_by }: Way): string {
  const call = ({ label }: Named, at: string | null | undefined) => (at == null ? label : `${label} ${toWallTime(at)}`)
  const calls = (stops ?? []).map(({ place, arrive_at, depart_at }) => call(place, arrive_at ?? depart_at))
  return [pickup.label, ...calls, call(dropoff, arrive_by)].join(' → ')
}

function placeWithPoint(place: Named): string {
  const { latitude, longitude } = place
  if (latitude == null || longitude == null) return formatPlace(place)
  return `${formatPlace(place)} (${formatCoordinates({ latitude, longitude })})`
}

function formatCoach({ type, count, seats, vehicle_id }: Coach, plates: Plates): string {
  const [kind = type] = formatWord(type).split(', ')
  const what = `${plates.get(vehicle_id ?? 0) ?? kind}, ${seats} seats`
  return count === 1 ? what : `${count} × ${what}`
}

function formatPeople({ adults, children, infants }: NonNullable<ShownChanges['passengers']>): string {
  return `${adults ?? 0} adults, ${children ?? 0} children, ${infants ?? 0} infants`
}

function formatLuggage({ suitcases, hand_luggage, oversized, note }: Records['LuggageInput']): string {
  const parts = [
    `${formatCount(suitcases ?? 0, 'suitcase')}`,
    `${formatCount(hand_luggage ?? 0, 'item')} of hand luggage`,
    ...(oversized ?? []),
    note,
  ]
  return parts.filter((part) => part).join(', ')
}

function formatFlight(flight: NonNullable<ShownChanges['flight']>): ReactNode {
  return (
    <>
      {flight.number}, {flight.direction === 'arrival' ? 'arrival' : 'departure'}
      {flight.scheduled_at && (
        <>
          , <LocalTime at={flight.scheduled_at} />
        </>
      )}
    </>
  )
}

function formatContact({ name, phone }: { readonly name: string; readonly phone?: string | null }): string {
  return [name, phone].filter((part) => part).join(', ')
}
