import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../domain/spoken.ts'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { listTransfers } from '../../office/trip-fields/legs.ts'
import { countSeats } from '../../office/trip-fields/trip-body.ts'
import { findToday, formatSpan } from '../../plain/moment.ts'
import { toWallAt } from '../../plain/zone.ts'
import type { ChangesDraft, WholeBooking } from './changes.ts'

type EffectsProps = {
  readonly booking: WholeBooking
  readonly draft: ChangesDraft
  readonly changes: Records['ChangesInput']
  readonly missing: number
}

/**
 * A list of the effects of a change on the crew, and of the obstacles. Empty if there are neither.
 */
export function CrewEffects(props: EffectsProps) {
  const { draft, missing } = props
  const taken = useCrewClashes(props)
  const lines = [...listCrewLines(props), ...taken]
  if (lines.length === 0 && missing === 0) return null
  return (
    <ul className="amend-effects" aria-label="Effects on the crew">
      {missing > 0 && (
        <li data-wrong>
          {formatCount(draft.passenger_count ?? 0, 'passenger')}, {formatCount(countSeats(draft.vehicles), 'seat')}: add a
          vehicle.
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

function listCrewLines({ booking, draft, changes }: EffectsProps): Line[] {
  const isMoved = (['departs_at', 'returns_at', 'pickup', 'dropoff', 'legs'] as const).some((name) => name in changes)
  const note = (says: string): Line => ({ says, isWrong: false })
  const coaches = draft.vehicles ?? []
  const [was, is] = [booking.vehicles_needed, coaches.reduce((sum, { count }) => sum + (count ?? 1), 0)]
  const crew = [...new Map(booking.duties.map((duty) => [duty.driver.id, duty.driver.name])).values()]
  return [
    ...(isMoved ? crew.map((name) => note(`${name} is notified and must confirm again.`)) : []),
    ...(is > was ? [note(`${formatCount(is - was, 'more vehicle')} to allocate.`)] : []),
    ...(is < was
      ? [note(`${formatCount(was - is, 'vehicle is', 'vehicles are')} no longer needed. The crew is unassigned.`)]
      : []),
    ...(changes.vehicles !== undefined && is === was && crew.length > 0
      ? [note('The crew keeps its vehicle until you assign another.')]
      : []),
    ...booking.duties.flatMap(({ driver, warnings }) =>
      warnings.map(({ message }) => ({ says: `${driver.name}, now: ${message}`, isWrong: true })),
    ),
  ]
}

/** A React hook that returns a line for each clash of the crew or its vehicles at the new time. */
function useCrewClashes({ booking, draft, changes }: EffectsProps): Line[] {
  const { can, zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const span = findChangedSpan(booking, changes)
  const isMoved = 'departs_at' in changes || 'returns_at' in changes || 'legs' in changes
  const isAsked = isMoved && booking.duties.length > 0 && can('drivers:read')
  const { data } = useQuery({
    queryKey: ['availability', 'crew', span.from, span.to],
    enabled: isAsked,
    queryFn: async ({ signal }) =>
      (await requireAnswer(api.GET('/portal/v1/availability', { params: { query: span }, signal }))).data,
  })
  if (!isAsked || data === undefined) return []
  const others = (busy: readonly Records['Occupation'][]) => busy.filter(({ ref }) => ref !== booking.ref)
  const drivers = new Set(booking.duties.map(({ driver }) => driver.id))
  const vehicles = new Set([
    ...booking.duties.map((duty) => duty.vehicle_id),
    ...(draft.vehicles ?? []).map((coach) => coach.vehicle_id),
  ])
  const concerned = [
    ...data.drivers.filter(({ id }) => drivers.has(id)).map(({ name, busy }) => ({ name, busy })),
    ...data.vehicles.filter(({ id }) => vehicles.has(id)).map(({ registration: name, busy }) => ({ name, busy })),
  ]
  return concerned.flatMap(({ name, busy }) =>
    others(busy).map(({ from, to, ref, kind, what }) => {
      const when = formatSpan(toWallAt(Date.parse(from), zone), toWallAt(Date.parse(to), zone), today)
      return { says: `${name} is not free: ${ref ?? kind ?? what}, ${when}.`, isWrong: true }
    }),
  )
}

/** The start and end of the changed trip. The end moves by the same time as the last leg. */
function findChangedSpan(booking: WholeBooking, changes: EffectsProps['changes']): { from: string; to: string } {
  const { legs } = changes
  const from = Date.parse(changes.departs_at ?? legs?.[0]?.departs_at ?? booking.departs_at)
  const before = Date.parse(listTransfers(booking).at(-1)?.departs_at ?? booking.departs_at)
  const isOneWay = booking.returns_at === null && legs === undefined
  const after = isOneWay
    ? from
    : Date.parse(changes.returns_at ?? legs?.at(-1)?.departs_at ?? booking.returns_at ?? booking.departs_at)
  const to = Math.max(from + 60_000, Date.parse(booking.ends_at) + after - before)
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
