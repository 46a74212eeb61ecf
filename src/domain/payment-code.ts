import { findIban } from './bank-details.ts'
import { formatDecimalAmount } from './decimal-amount.ts'

/** A transfer to make. `account` is the owner's own text. Amount in minor units. */
export type TransferRequest = {
  readonly name: string
  readonly account: string
  readonly amount: number
  readonly currencyCode: string
  readonly reference: string
}

/**
 * The text of a payment code. For an IBAN in euros, banks' apps fill in a transfer from it (EPC069-12, version 2). Other
 * countries have no such standard, so the text has the same facts in lines to copy.
 */
export function formatPaymentCode({ name, account, amount, currencyCode, reference }: TransferRequest): string {
  const iban = findIban(account)
  const sum = formatDecimalAmount(amount, currencyCode)
  if (iban === null || currencyCode !== 'EUR') return [name, account, `${sum} ${currencyCode}`, reference].join('\n')
  const [noBic, noPurpose, noStructuredReference] = ['', '', '']
  const head = ['BCD', '002', '1', 'SCT', noBic, name.slice(0, 70), iban]
  return [...head, `EUR${sum}`, noPurpose, noStructuredReference, reference.slice(0, 140)].join('\n')
}
