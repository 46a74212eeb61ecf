import { paymentCode, type WantedTransfer } from '../../domain/payment-code.ts'
import { notFound } from '../../domain/refusal.ts'
import { codePicture } from '../../gateways/code-picture.ts'

/** A transfer that is wanted, and the account as far as it is known. */
type HopedTransfer = Omit<WantedTransfer, 'account'> & { readonly account: string | null }

/** A picture (SVG) of a code that a bank's app or a camera reads a transfer from. Refuses `not_found` where none is wanted, or to no account. */
export function pictureOfTransfer(hoped: HopedTransfer | null): string {
  if (hoped === null || hoped.account === null) throw notFound()
  return codePicture(paymentCode({ ...hoped, account: hoped.account }))
}
