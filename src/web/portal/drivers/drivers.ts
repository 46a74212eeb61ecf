import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../api/client.ts'

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
      for (let page = 1; ; page++) {
        const { data, meta } = await answerOf(api.GET('/api/v1/drivers', { params: { query: { page, per_page: 100 } }, signal }))
        const found = data.find((driver) => driver.id === id)
        if (found !== undefined || page >= meta.last_page) return found ?? null
      }
    },
  })
}
