import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'

export type FleetCheck = Records['PortalVehicleCheck']

/** A React hook that returns the checks of one vehicle, newest first. Checks are kept for 15 months. */
export function useChecks(registration: string, page: number) {
  return useQuery({
    queryKey: ['vehicles', 'checks', registration, page],
    queryFn: ({ signal }) =>
      requireAnswer(
        api.GET('/portal/v1/vehicle-checks', { params: { query: { vehicle_reg: registration, page, per_page: 25 } }, signal }),
      ),
  })
}

/** A React hook that returns the last check of each vehicle by plate, among the last hundred checks of the fleet. */
export function useLastChecks() {
  return useQuery({
    queryKey: ['vehicles', 'last checks'],
    queryFn: async ({ signal }) => {
      const { data } = await requireAnswer(api.GET('/portal/v1/vehicle-checks', { params: { query: { per_page: 100 } }, signal }))
      return new Map(data.toReversed().map((check) => [check.vehicle_reg, check]))
    },
  })
}

/** Whether a check has unrepaired defects. */
export function isDefectOpen({ nil_defect, resolution }: FleetCheck): boolean {
  return !nil_defect && resolution === null
}
