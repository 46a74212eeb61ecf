import type { ReactNode } from 'react'
import { typedCoordinates } from '../../plain/coordinates.ts'
import { spokenWord } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { useFleet } from '../api/fleet.ts'
import { LocalTime } from '../parts/moment.tsx'
import type { WholeBooking } from './typed-change.ts'

type Named = {
  readonly label: string
  readonly locality?: string | null
  readonly postcode?: string | null
  readonly latitude?: number | null
  readonly longitude?: number | null
}
type Coach = { readonly type: string; readonly count: number; readonly seats: number; readonly vehicle_id?: number | null }
type Way = { readonly pickup: Named; readonly dropoff: Named; readonly departs_at: string }
type Plates = ReadonlyMap<number, string>

/** Changes of a booking as they are sent and as they are answered. */
export type ShownChanges = {
  readonly departs_at?: string
  readonly returns_at?: string | null
  readonly pickup?: Named
  readonly dropoff?: Named
  readonly legs?: readonly Way[]
  readonly passenger_count?: number
  readonly passengers?: Partial<Record<'adults' | 'children' | 'infants', number | null>> | null
  readonly luggage?: Records['LuggageInput'] | null
  readonly flight?: { readonly number: string; readonly direction: string; readonly scheduled_at?: string | null } | null
  readonly lead_passenger?: { readonly name: string; readonly phone?: string | null } | null
  readonly customer?: Records['CustomerChange']
  readonly notes?: string | null
  readonly vehicles?: readonly Coach[]
}

/** The values that a booking has now in the fields that these changes name. */
export function valuesNow(booking: WholeBooking, changes: ShownChanges): ShownChanges {
  const names = new Set(Object.keys(changes))
  return Object.fromEntries(Object.entries(booking).filter(([name]) => names.has(name)))
}

/** Before and after, side by side, a line for each thing that is another. */
export function Compare({ before, after }: { readonly before: ShownChanges; readonly after: ShownChanges }) {
  const fleet = useFleet().data?.data ?? []
  const plates = new Map(fleet.map(({ id, registration }) => [id, registration]))
  const [was, is] = [linesOf(waysOf(before, after), plates), linesOf(waysOf(after, before), plates)]
  const contact = Object.keys(after.customer ?? {})
  const names = [...is.keys()].filter((name) => !(name in contactNames) || contact.includes(contactNames[name] ?? ''))
  return (
    <table className="amend-compare">
      <caption className="unseen">What changes</caption>
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

/** The changes, with only those legs that the others do not have. */
function waysOf(changes: ShownChanges, others: ShownChanges): ShownChanges {
  if (changes.legs === undefined) return changes
  const named = ({ pickup, dropoff, departs_at }: Way) =>
    `${Date.parse(departs_at)} ${spokenPlace(pickup)} ${spokenPlace(dropoff)}`
  const known = new Set(others.legs?.map(named))
  return { ...changes, legs: changes.legs.filter((leg) => !known.has(named(leg))) }
}

const contactNames: Readonly<Record<string, string>> = {
  Customer: 'name',
  Organisation: 'organisation',
  Number: 'phone',
  'E-mail': 'email',
}

function linesOf(changes: ShownChanges, plates: Plates): ReadonlyMap<string, ReactNode> {
  const { departs_at, returns_at, pickup, dropoff, legs, passenger_count, passengers, customer } = changes
  const lines = {
    Leaves: departs_at && <LocalTime at={departs_at} />,
    'Leaves to come back': returns_at && <LocalTime at={returns_at} />,
    From: pickup && placeWithPoint(pickup),
    To: dropoff && placeWithPoint(dropoff),
    Legs: legs?.map(({ departs_at: at, pickup: from, dropoff: to }) => (
      <span key={at} className="amend-way">
        <LocalTime at={at} /> {from.label} → {to.label}
      </span>
    )),
    People: passenger_count,
    'Of them': passengers && spokenPeople(passengers),
    Coaches: changes.vehicles?.map((coach) => spokenCoach(coach, plates)).join('; '),
    Luggage: changes.luggage && spokenLuggage(changes.luggage),
    Flight: changes.flight && spokenFlight(changes.flight),
    'Who leads the group': changes.lead_passenger && spokenContact(changes.lead_passenger),
    Customer: customer?.name,
    Organisation: customer?.organisation,
    Number: customer?.phone,
    'E-mail': customer?.email,
    Notes: changes.notes && <span className="prose">{changes.notes}</span>,
  }
  return new Map(Object.entries(lines).filter(([name]) => isIn(name, changes)))
}

const fieldOf: Readonly<Record<string, keyof ShownChanges>> = {
  Leaves: 'departs_at',
  'Leaves to come back': 'returns_at',
  From: 'pickup',
  To: 'dropoff',
  Legs: 'legs',
  People: 'passenger_count',
  'Of them': 'passengers',
  Coaches: 'vehicles',
  Luggage: 'luggage',
  Flight: 'flight',
  'Who leads the group': 'lead_passenger',
  Notes: 'notes',
}

function isIn(name: string, changes: ShownChanges): boolean {
  return (fieldOf[name] ?? 'customer') in changes
}

function spokenPlace({ label, locality, postcode }: Named): string {
  return [label, locality, postcode].filter((part) => part !== null && part !== undefined && part !== '').join(', ')
}

function placeWithPoint(place: Named): string {
  const { latitude, longitude } = place
  if (latitude == null || longitude == null) return spokenPlace(place)
  return `${spokenPlace(place)} (${typedCoordinates({ latitude, longitude })})`
}

function spokenCoach({ type, count, seats, vehicle_id }: Coach, plates: Plates): string {
  const [kind = type] = spokenWord(type).split(', ')
  const what = `${plates.get(vehicle_id ?? 0) ?? kind}, ${seats} seats`
  return count === 1 ? what : `${count} × ${what}`
}

function spokenPeople({ adults, children, infants }: NonNullable<ShownChanges['passengers']>): string {
  return `${adults ?? 0} adults, ${children ?? 0} children, ${infants ?? 0} infants`
}

function spokenLuggage({ suitcases, hand_luggage, oversized, note }: Records['LuggageInput']): string {
  const parts = [`${suitcases ?? 0} suitcases`, `${hand_luggage ?? 0} hand luggage`, ...(oversized ?? []), note]
  return parts.filter((part) => part).join(', ')
}

function spokenFlight(flight: NonNullable<ShownChanges['flight']>): ReactNode {
  return (
    <>
      {flight.number}, they {flight.direction === 'arrival' ? 'land' : 'fly out'}
      {flight.scheduled_at && (
        <>
          , <LocalTime at={flight.scheduled_at} />
        </>
      )}
    </>
  )
}

function spokenContact({ name, phone }: { readonly name: string; readonly phone?: string | null }): string {
  return [name, phone].filter((part) => part).join(', ')
}
