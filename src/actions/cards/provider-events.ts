import { paymentsNamed } from '../../storage/queries/payments.ts'
import { runNowFor } from '../../storage/queries/scheduler.ts'
import type { AppContext } from '../context.ts'
import { refundTask } from '../money/late-payments.ts'
import { chargeTask } from './charges.ts'
import { askForDisputesNow } from './disputes.ts'

/**
 * A provider says that something has happened: what it is about is looked at now instead of later. Nothing it says is kept or believed.
 * False where it is not the provider.
 */
export async function hearProvider(app: AppContext, text: string, signature: string | null): Promise<boolean> {
  const { payments } = app
  if (payments.kind !== 'cards') return false
  const call = await payments.wokenBy(text, signature)
  if (call === null) return false
  const { refs, isOfDispute } = call
  if (refs.length === 0) return true
  const now = app.clock()
  await app.storage.transact(async (tx) => {
    const named = await paymentsNamed(tx, refs)
    const ids = (isRefund: boolean) => named.filter(({ kind }) => (kind === 'refund') === isRefund).map(({ id }) => id)
    await runNowFor(tx, chargeTask, ids(false), now)
    await runNowFor(tx, refundTask, ids(true), now)
    if (isOfDispute) await askForDisputesNow(tx, now)
  })
  return true
}
