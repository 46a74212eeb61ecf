import { api } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { sendIntentionOnce } from '../../office/api/once.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'

/** Sends a message again, and shows the result. */
export async function resendMessageOnce(id: number): Promise<void> {
  try {
    await sendIntentionOnce(`send message ${id}`, (headers) =>
      api.POST('/portal/v1/messages/{id}/resend', { params: { path: { id } }, headers }),
    )
    showNotice('Message sent again.')
  } catch (thrown) {
    showFailure(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['messages'] })
}
