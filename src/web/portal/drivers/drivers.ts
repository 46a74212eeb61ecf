import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { mostRows, readAllRows } from '../../office/api/rows.ts'

export type RosterDriver = Records['Driver']

/** A React hook that returns a page of the roster. */
export function useDrivers(page: number) {
  return useQuery({
    queryKey: ['drivers', page],
    queryFn: ({ signal }) => requireAnswer(api.GET('/api/v1/drivers', { params: { query: { page, per_page: 50 } }, signal })),
  })
}

/** A React hook that returns one driver of the roster. Null for an unknown id. */
export function useDriver(id: number) {
  return useQuery({
    queryKey: ['drivers', 'one', id],
    queryFn: async ({ signal }) => {
      const read = (page: number) => api.GET('/api/v1/drivers', { params: { query: { page, per_page: mostRows } }, signal })
      for await (const driver of readAllRows(read)) if (driver.id === id) return driver
      return null
    },
  })
}
