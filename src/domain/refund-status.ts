import type { LedgerLine } from './ledger.ts'

/** The statuses of the refunds of a cancelled trip. */
export const refundStatuses = [
  /** Not sent yet. The provider sends it, or the office by hand. */
  'due',
  /** The provider waits for money or for a bank. Its answer moves it on. */
  'pending',
  /** Sent. A bank may still return it, which makes it failed. */
  'refunded',
  /** The provider could not send it. The office sends it by hand. */
  'failed',
] as const

/** The least complete status among the refunds of a cancelled trip. Null without refunds. */
export function findRefundStatus(refunds: readonly Pick<LedgerLine, 'status'>[]): (typeof refundStatuses)[number] | null {
  const statuses = refunds.map(({ status }) => status)
  if (statuses.length === 0) return null
  if (statuses.includes('refund_failed')) return 'failed'
  if (statuses.includes('refund_due')) return 'due'
  return statuses.includes('refund_pending') ? 'pending' : 'refunded'
}

/** The payments that came too late and are not refunded yet. */
export function listLateUnreturned<L extends LedgerLine>(lines: readonly L[]): L[] {
  const isOwed = ({ id }: L) => lines.some(({ refundOf, status }) => refundOf === id && status !== 'refunded')
  return lines.filter((line) => line.lateAt !== null && isOwed(line))
}
