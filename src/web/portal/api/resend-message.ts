import { api } from './client.ts'
import { say } from './news.ts'
import { sendOnce } from './once.ts'
import { queries } from './queries.ts'
import { sayFailed } from './refused.ts'

/** Has a message sent again, and says what came of it. */
export async function resendMessage(id: number): Promise<void> {
  try {
    await sendOnce(`send message ${id}`, (headers) =>
      api.POST('/portal/v1/messages/{id}/resend', { params: { path: { id } }, headers }),
    )
    say('It is on its way again.')
  } catch (thrown) {
    sayFailed(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['messages'] })
}
