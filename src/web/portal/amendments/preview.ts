import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import type { Records } from '../api/records.ts'
import { useSettled } from '../parts/settled.ts'

const waitMs = 300

/** A React hook that returns the money after a change as the server calculates it. Sends nothing while `body` is null. */
export function useMoneyAfter(ref: string, body: Records['AmendmentPreviewInput'] | null) {
  const settled = useSettled(body === null ? '' : JSON.stringify(body), waitMs)
  return useQuery({
    // Not below the booking: a change that was just sent is not previewed again.
    queryKey: ['money-after', ref, settled],
    enabled: settled !== '' && body !== null,
    queryFn: async ({ signal }) => {
      const sent = { params: { path: { ref } }, body: JSON.parse(settled), signal }
      return (await answerOf(api.POST('/portal/v1/bookings/{ref}/amendments/preview', sent))).data
    },
  })
}
