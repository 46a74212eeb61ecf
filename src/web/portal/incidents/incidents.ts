import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../api/client.ts'

export type PortalIncident = Records['PortalIncident']

/** A page of the incidents that drivers told of, the last told first. */
export function useIncidents(status: 'open' | 'closed' | 'all', page: number) {
  return useQuery({
    queryKey: ['incidents', status, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/portal/v1/incidents', {
          params: { query: { ...(status !== 'all' && { status }), page, per_page: 50 } },
          signal,
        }),
      ),
  })
}
