import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'

export type PortalIncident = Records['PortalIncident']

/** A React hook that returns a page of the reported incidents, newest first. */
export function useIncidents(status: 'open' | 'closed' | 'all', page: number) {
  return useQuery({
    queryKey: ['incidents', status, page],
    queryFn: ({ signal }) =>
      requireAnswer(
        api.GET('/portal/v1/incidents', {
          params: { query: { ...(status !== 'all' && { status }), page, per_page: 50 } },
          signal,
        }),
      ),
  })
}
