import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'

/** What a new company has still to do, of what this role may do about it. */
export function useSetup() {
  return useQuery({ queryKey: ['setup'], queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/setup', { signal })) })
}
