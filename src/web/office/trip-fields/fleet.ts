import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../api/client.ts'
import { useSession } from '../api/session.ts'

export type FleetVehicle = Records['Vehicle']

/** A React hook that returns the whole fleet. Reads nothing for a role without access. */
export function useFleet() {
  const { can } = useSession()
  return useQuery({
    queryKey: ['vehicles'],
    enabled: can('drivers:read'),
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/vehicles', { signal })),
  })
}
