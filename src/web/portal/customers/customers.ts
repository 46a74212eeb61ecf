import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'

export type OwnCustomer = Records['OwnCustomer']

/** A React hook that returns a page of the saved customers, newest first. */
export function useCustomers(page: number) {
  return useQuery({
    queryKey: ['customers', 'page', page],
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/portal/v1/customers', { params: { query: { page, per_page: 50 } }, signal })),
  })
}

export function useCustomer(id: number | null) {
  return useQuery({
    queryKey: ['customers', 'one', id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (await requireAnswer(api.GET('/portal/v1/customers/{id}', { params: { path: { id: id ?? 0 } }, signal }))).data,
  })
}
