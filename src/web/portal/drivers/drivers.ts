import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../api/client.ts'
import { mostRows, rowsOf } from '../api/rows.ts'

export type RosterDriver = Records['Driver']

/** A page of the roster. */
export function useDrivers(page: number) {
  return useQuery({
    queryKey: ['drivers', page],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/drivers', { params: { query: { page, per_page: 50 } }, signal })),
  })
}

/** One driver of the roster; null where there is none of that number. */
export function useDriver(id: number) {
  return useQuery({
    queryKey: ['drivers', 'one', id],
    queryFn: async ({ signal }) => {
      const read = (page: number) => api.GET('/api/v1/drivers', { params: { query: { page, per_page: mostRows } }, signal })
      for await (const driver of rowsOf(read)) if (driver.id === id) return driver
      return null
    },
  })
}
