import { useQuery } from '@tanstack/react-query'
import { api, requireAnswer } from '../../office/api/client.ts'

/** A React hook that returns the setup steps for this role, done or open. */
export function useSetup() {
  return useQuery({ queryKey: ['setup'], queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/setup', { signal })) })
}
