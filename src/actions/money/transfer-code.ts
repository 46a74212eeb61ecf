import { formatPaymentCode, type TransferRequest } from '../../domain/payment-code.ts'
import { notFound } from '../../domain/refusal.ts'
import { renderCodePicture } from '../../gateways/code-picture.ts'

/** A transfer to make, with the account if it is known. */
type HopedTransfer = Omit<TransferRequest, 'account'> & { readonly account: string | null }

/**
 * A picture (SVG) of a payment code for a bank's app or a camera. Refuses `not_found` without a transfer or without an account.
 */
export function renderTransferCode(hoped: HopedTransfer | null): string {
  if (hoped === null || hoped.account === null) throw notFound()
  return renderCodePicture(formatPaymentCode({ ...hoped, account: hoped.account }))
}
