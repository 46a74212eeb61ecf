import { ibanIn } from './bank-details.ts'
import { decimalAmount } from './decimal-amount.ts'

/** A transfer that somebody is to make. `account` is what its owner wrote of it. Amount in minor units. */
export type WantedTransfer = {
  readonly name: string
  readonly account: string
  readonly amount: number
  readonly currencyCode: string
  readonly reference: string
}

/**
 * The text of a code from which somebody pays. To an IBAN in euros it is what banks' apps fill a transfer in from
 * (EPC069-12, version 2). Elsewhere, where there is no such thing, it is the same in lines to copy from.
 */
export function paymentCode({ name, account, amount, currencyCode, reference }: WantedTransfer): string {
  const iban = ibanIn(account)
  const sum = decimalAmount(amount, currencyCode)
  if (iban === null || currencyCode !== 'EUR') return [name, account, `${sum} ${currencyCode}`, reference].join('\n')
  const [noBic, noPurpose, noStructuredReference] = ['', '', '']
  const head = ['BCD', '002', '1', 'SCT', noBic, name.slice(0, 70), iban]
  return [...head, `EUR${sum}`, noPurpose, noStructuredReference, reference.slice(0, 140)].join('\n')
}
