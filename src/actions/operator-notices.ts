import { insertMessage } from '../storage/queries/messages.ts'
import type { Operator } from '../storage/queries/operators.ts'
import { listUsers } from '../storage/queries/users.ts'
import type { Writer } from '../storage/storage.ts'
import type { WorkerContext } from './context.ts'
import { signInPageUrl } from './sign-in-links.ts'

export type Notice = { readonly subject: string; readonly text: string; readonly now: number }

/**
 * Queues a mail to the operator's own address, its admins and its dispatchers. A notice names
 * trips and vehicles, never a driver: it lies in other people's mailboxes, out of reach of an erasure.
 */
export async function tellOperator(
  tx: Writer,
  app: Pick<WorkerContext, 'secretBox' | 'baseUrl'>,
  operator: Operator,
  notice: Notice,
): Promise<void> {
  const text = `${notice.text}\n\nSign in to ${operator.name}: ${signInPageUrl(app.baseUrl)}`
  const people = (await listUsers(tx, operator.id)).filter(({ role }) => role !== 'accounts')
  const addresses = new Set([operator.email?.toLowerCase(), ...people.map(({ email }) => email)])
  for (const recipient of addresses) {
    if (recipient === undefined) continue
    await insertMessage(tx, app.secretBox, { channel: 'mail', recipient, ...notice, text })
  }
}
