import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../api/client.ts'

/** One change of a booking. */
export type BookingChange = Records['CustomerAmendment']

/** Every change of a booking, the last one first. */
export function useChangesOf(ref: string) {
  return useQuery({
    queryKey: ['bookings', ref, 'amendments'],
    queryFn: async ({ signal }) => {
      const params = { path: { ref } }
      const { data } = await answerOf(api.GET('/portal/v1/bookings/{ref}/amendments', { params, signal }))
      return data.toReversed()
    },
  })
}
