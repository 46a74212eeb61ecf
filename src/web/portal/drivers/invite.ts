import { api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { sendOnce } from '../api/once.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import type { RosterDriver } from './drivers.ts'

/** Sends a driver the link to the app, by mail or SMS, and tells how that went. */
export async function invite({ id, name }: RosterDriver): Promise<void> {
  try {
    await sendOnce(`invite driver ${id}`, (headers) =>
      api.POST('/api/v1/drivers/{id}/reinvite', { params: { path: { id } }, headers }),
    )
    say(`The invitation is on its way to ${name}.`)
  } catch (thrown) {
    sayFailed(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['drivers'] })
}
