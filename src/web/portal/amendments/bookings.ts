import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'

/** One change of a booking. */
export type BookingChange = Records['CustomerAmendment']

/** A React hook that returns every change of a booking, newest first. */
export function useChangesOf(ref: string) {
  return useQuery({
    queryKey: ['bookings', ref, 'amendments'],
    queryFn: async ({ signal }) => {
      const params = { path: { ref } }
      const { data } = await requireAnswer(api.GET('/portal/v1/bookings/{ref}/amendments', { params, signal }))
      return data.toReversed()
    },
  })
}
