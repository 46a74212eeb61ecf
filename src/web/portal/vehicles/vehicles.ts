import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../api/client.ts'

export type FleetCheck = Records['PortalVehicleCheck']

/** The checks of one coach, the last first; kept for 15 months. */
export function useChecks(registration: string, page: number) {
  return useQuery({
    queryKey: ['vehicles', 'checks', registration, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/portal/v1/vehicle-checks', { params: { query: { vehicle_reg: registration, page, per_page: 25 } }, signal }),
      ),
  })
}

/** The last check of each coach, by its plate, as far back as the last hundred of the fleet go. */
export function useLastChecks() {
  return useQuery({
    queryKey: ['vehicles', 'last checks'],
    queryFn: async ({ signal }) => {
      const { data } = await answerOf(api.GET('/portal/v1/vehicle-checks', { params: { query: { per_page: 100 } }, signal }))
      return new Map(data.toReversed().map((check) => [check.vehicle_reg, check]))
    },
  })
}

/** Whether a check found something that no one has put right. */
export function isDefectOpen({ nil_defect, resolution }: FleetCheck): boolean {
  return !nil_defect && resolution === null
}
