import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../api/client.ts'

export type OwnCustomer = Records['OwnCustomer']

/** A page of the customers that are kept, the newest first. */
export function useCustomers(page: number) {
  return useQuery({
    queryKey: ['customers', 'page', page],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/customers', { params: { query: { page, per_page: 50 } }, signal })),
  })
}

/** One customer in whole. */
export function useCustomer(id: number | null) {
  return useQuery({
    queryKey: ['customers', 'one', id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/portal/v1/customers/{id}', { params: { path: { id: id ?? 0 } }, signal }))).data,
  })
}
