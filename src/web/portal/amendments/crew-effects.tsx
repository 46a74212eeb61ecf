import { useQuery } from '@tanstack/react-query'
import { counted } from '../../../domain/spoken.ts'
import { spokenSpan, todayIn } from '../../plain/moment.ts'
import { wallAt } from '../../plain/zone.ts'
import { answerOf, api, type Records } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useNow } from '../parts/now.ts'
import { seatsTyped } from '../trip-fields/typed-trip.ts'
import type { TypedChange, WholeBooking } from './typed-change.ts'

type EffectsProps = {
  readonly booking: WholeBooking
  readonly typed: TypedChange
  readonly changes: Records['ChangesInput']
  readonly missing: number
}

/**
 * A list of what a change means for the crew: who is concerned, and what is in the way. Nothing where there is neither.
 */
export function CrewEffects(props: EffectsProps) {
  const { typed, missing } = props
  const taken = useTaken(props)
  const lines = [...crewLines(props), ...taken]
  if (lines.length === 0 && missing === 0) return null
  return (
    <ul className="amend-effects" aria-label="What it means for the crew">
      {missing > 0 && (
        <li data-wrong>
          {counted(typed.people ?? 0, 'person', 'people')}, {counted(seatsTyped(typed.coaches), 'seat')}: take another coach
          along.
        </li>
      )}
      {lines.map(({ says, isWrong }) => (
        <li key={says} data-wrong={isWrong || undefined}>
          {says}
        </li>
      ))}
    </ul>
  )
}

type Line = { readonly says: string; readonly isWrong: boolean }

function crewLines({ booking, typed, changes }: EffectsProps): Line[] {
  const isMoved = (['departs_at', 'returns_at', 'pickup', 'dropoff', 'legs'] as const).some((name) => name in changes)
  const note = (says: string): Line => ({ says, isWrong: false })
  const [was, is] = [booking.vehicles_needed, typed.coaches.reduce((sum, { count }) => sum + (count ?? 1), 0)]
  const crew = [...new Map(booking.duties.map((duty) => [duty.driver.id, duty.driver.name])).values()]
  return [
    ...(isMoved ? crew.map((name) => note(`${name} is told, and must acknowledge again.`)) : []),
    ...(is > was ? [note(`${counted(is - was, 'more coach', 'more coaches')} to give a driver.`)] : []),
    ...(is < was ? [note(`${counted(was - is, 'coach is', 'coaches are')} no longer needed; its crew is taken off.`)] : []),
    ...(changes.vehicles !== undefined && is === was && crew.length > 0
      ? [note('The crew stays in the coach it was given until you give another one.')]
      : []),
    ...booking.duties.flatMap(({ driver, warnings }) =>
      warnings.map(({ message }) => ({ says: `${driver.name}, as it is now: ${message}`, isWrong: true })),
    ),
  ]
}

/** A React hook that returns a line for each other thing that takes the crew or its coaches at the new time. */
function useTaken({ booking, typed, changes }: EffectsProps): Line[] {
  const { can, zone } = useSession()
  const today = todayIn(zone, useNow(60_000))
  const span = spanOf(booking, typed)
  const isMoved = 'departs_at' in changes || 'returns_at' in changes
  const isAsked = isMoved && booking.duties.length > 0 && can('drivers:read')
  const { data } = useQuery({
    queryKey: ['availability', 'crew', span.from, span.to],
    enabled: isAsked,
    queryFn: async ({ signal }) => (await answerOf(api.GET('/portal/v1/availability', { params: { query: span }, signal }))).data,
  })
  if (!isAsked || data === undefined) return []
  const others = (busy: readonly Records['Occupation'][]) => busy.filter(({ ref }) => ref !== booking.ref)
  const drivers = new Set(booking.duties.map(({ driver }) => driver.id))
  const vehicles = new Set([...booking.duties.map((duty) => duty.vehicle_id), ...typed.coaches.map((coach) => coach.vehicleId)])
  const concerned = [
    ...data.drivers.filter(({ id }) => drivers.has(id)).map(({ name, busy }) => ({ name, busy })),
    ...data.vehicles.filter(({ id }) => vehicles.has(id)).map(({ registration: name, busy }) => ({ name, busy })),
  ]
  return concerned.flatMap(({ name, busy }) =>
    others(busy).map(({ from, to, ref, kind, what }) => {
      const when = spokenSpan(wallAt(Date.parse(from), zone), wallAt(Date.parse(to), zone), today)
      return { says: `${name} is taken then: ${ref ?? kind ?? what}, ${when}.`, isWrong: true }
    }),
  )
}

/** The instants between which the trip then runs; its end moves as its last way does. */
function spanOf(booking: WholeBooking, typed: TypedChange): { from: string; to: string } {
  const from = Date.parse(typed.departsAt ?? booking.departs_at)
  const [was, is] =
    booking.returns_at === null
      ? [Date.parse(booking.departs_at), from]
      : [Date.parse(booking.returns_at), Date.parse(typed.returnsAt ?? booking.returns_at)]
  const to = Math.max(from + 60_000, Date.parse(booking.ends_at) + is - was)
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
