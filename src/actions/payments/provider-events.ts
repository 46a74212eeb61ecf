import { listPaymentsByProviderRefs } from '../../storage/queries/payments.ts'
import { runTasksNowFor } from '../../storage/queries/scheduler.ts'
import { chargeTask } from '../cards/charges.ts'
import type { AppContext } from '../context.ts'
import { refundTask } from '../money/late-payments.ts'
import { scheduleDisputesNow } from './disputes.ts'

/**
 * Handles a webhook call of the provider: schedules an immediate check of its subject, and stores nothing of its content. False
 * if the signature is not the provider's.
 */
export async function handleProviderCall(app: AppContext, text: string, signature: string | null): Promise<boolean> {
  const { payments } = app
  if (payments.kind !== 'cards') return false
  const call = await payments.readWebhook(text, signature)
  if (call === null) return false
  const { refs, isOfDispute } = call
  if (refs.length === 0) return true
  const now = app.clock()
  await app.storage.transact(async (tx) => {
    const named = await listPaymentsByProviderRefs(tx, refs)
    const ids = (isRefund: boolean) => named.filter(({ kind }) => (kind === 'refund') === isRefund).map(({ id }) => id)
    await runTasksNowFor(tx, chargeTask, ids(false), now)
    await runTasksNowFor(tx, refundTask, ids(true), now)
    if (isOfDispute) await scheduleDisputesNow(tx, now)
  })
  return true
}
