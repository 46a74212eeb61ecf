import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from './client.ts'
import { useSession } from './session.ts'

export type FleetVehicle = Records['Vehicle']

/** The whole fleet; nothing for who may not read it. */
export function useFleet() {
  const { can } = useSession()
  return useQuery({
    queryKey: ['vehicles'],
    enabled: can('drivers:read'),
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/vehicles', { signal })),
  })
}
