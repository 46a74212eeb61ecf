import { useQuery } from '@tanstack/react-query'
import { api, requireAnswer } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { type BoardLine, findLineTarget, type LineTarget } from '../../plain/board-lines.ts'

/** A React hook that returns a function for the button and target of a line. */
export function useLineTargets(lines: readonly BoardLine[]): (line: BoardLine) => LineTarget | null {
  const { can } = useSession()
  const isUnsafe = lines.some(({ kind }) => kind === 'unsafe_vehicle')
  const { data } = useQuery({
    queryKey: ['vehicles', 'unsafe'],
    queryFn: ({ signal }) => listVehiclesOfChecks(signal),
    enabled: isUnsafe,
  })
  return (line) => findLineTarget(line, can, data ?? new Map())
}

/** The vehicle of each unsafe check. Lines name checks, and pages are of vehicles. */
async function listVehiclesOfChecks(signal: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const [checks, fleet] = await Promise.all([
    requireAnswer(api.GET('/portal/v1/vehicle-checks', { params: { query: { result: 'unsafe', per_page: 100 } }, signal })),
    requireAnswer(api.GET('/portal/v1/vehicles', { signal })),
  ])
  const byPlate = new Map(fleet.data.map(({ id, registration }) => [registration, id]))
  return new Map(
    checks.data.flatMap(({ id, vehicle_reg }) => {
      const vehicle = byPlate.get(vehicle_reg)
      return vehicle === undefined ? [] : [[id, vehicle] as const]
    }),
  )
}
