import { api } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { sendIntentionOnce } from '../../office/api/once.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import type { RosterDriver } from './drivers.ts'

/** Sends a driver the link to the app by email or SMS, and shows the result. */
export async function inviteDriver({ id, name }: RosterDriver): Promise<void> {
  try {
    await sendIntentionOnce(`invite driver ${id}`, (headers) =>
      api.POST('/api/v1/drivers/{id}/reinvite', { params: { path: { id } }, headers }),
    )
    showNotice(`Invitation sent to ${name}.`)
  } catch (thrown) {
    showFailure(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['drivers'] })
}
