import { useQuery } from '@tanstack/react-query'
import { api, requireAnswer } from '../../office/api/client.ts'
import type { Records } from '../../office/api/records.ts'
import { useSettled } from '../../office/parts/settled.ts'

const waitMs = 300

/** A React hook that returns the server's preview of the money after a change. Sends no request while `body` is null. */
export function useAmendmentPreview(ref: string, body: Records['AmendmentPreviewInput'] | null) {
  const settled = useSettled(body === null ? '' : JSON.stringify(body), waitMs)
  return useQuery({
    // Not under the booking's key, or a sent change would be previewed again.
    queryKey: ['money-after', ref, settled],
    enabled: settled !== '' && body !== null,
    queryFn: async ({ signal }) => {
      const sent = { params: { path: { ref } }, body: JSON.parse(settled), signal }
      return (await requireAnswer(api.POST('/portal/v1/bookings/{ref}/amendments/preview', sent))).data
    },
  })
}
