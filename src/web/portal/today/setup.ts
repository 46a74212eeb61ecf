import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'

/** The steps of setting a company up, done or not, that this role may take. */
export function useSetup() {
  return useQuery({ queryKey: ['setup'], queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/setup', { signal })) })
}
