import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'

export type AccountSheet = Records['AccountEnvelope']['data']

/** A React hook that returns the account: the company and its terms. */
export function useAccountSheet() {
  return useQuery({
    queryKey: ['operator'],
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/operator', { signal })),
  })
}
