import { useQuery } from '@tanstack/react-query'
import { type BoardLine, type LineTarget, lineTarget } from '../../plain/board-lines.ts'
import { answerOf, api } from '../api/client.ts'
import { useSession } from '../api/session.ts'

/** A React hook whose function tells where the button of a line leads this person. */
export function useLineTargets(lines: readonly BoardLine[]): (line: BoardLine) => LineTarget | null {
  const { can } = useSession()
  const isUnsafe = lines.some(({ kind }) => kind === 'unsafe_vehicle')
  const { data } = useQuery({
    queryKey: ['vehicles', 'unsafe'],
    queryFn: ({ signal }) => vehiclesOfChecks(signal),
    enabled: isUnsafe,
  })
  return (line) => lineTarget(line, can, data ?? new Map())
}

/** A line tells of a check, and its coach has the page: which is which. */
async function vehiclesOfChecks(signal: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const [checks, fleet] = await Promise.all([
    answerOf(api.GET('/portal/v1/vehicle-checks', { params: { query: { result: 'unsafe', per_page: 100 } }, signal })),
    answerOf(api.GET('/portal/v1/vehicles', { signal })),
  ])
  const byPlate = new Map(fleet.data.map(({ id, registration }) => [registration, id]))
  return new Map(
    checks.data.flatMap(({ id, vehicle_reg }) => {
      const vehicle = byPlate.get(vehicle_reg)
      return vehicle === undefined ? [] : [[id, vehicle] as const]
    }),
  )
}
