import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from './client.ts'

export type AccountSheet = Records['AccountEnvelope']['data']

/** The account: who the company is, and the terms by which a price becomes a deposit and a payout. */
export function useAccountSheet() {
  return useQuery({
    queryKey: ['operator'],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/operator', { signal })),
  })
}
