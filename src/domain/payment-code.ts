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

/** Length of an IBAN, by country, where transfers in euros reach it (SEPA). */
const lengths: ReadonlyMap<string, number> = new Map(
  Object.entries({
    15: 'NO',
    16: 'BE',
    18: 'DK FI NL',
    19: 'SI',
    20: 'AT EE LT LU',
    21: 'CH HR LI LV',
    22: 'BG DE GB IE VA',
    23: 'GI',
    24: 'AD CZ ES RO SE SK',
    25: 'PT',
    26: 'IS',
    27: 'FR GR IT MC SM',
    28: 'CY HU PL',
    31: 'MT',
  }).flatMap(([length, countries]) => countries.split(' ').map((country) => [country, Number(length)] as const)),
)

/** The first IBAN in a text, of the length of its country and with the right check digits (ISO 13616), without spaces; or null. */
export function ibanIn(text: string): string | null {
  for (const { 0: found, 1: country = '' } of text.toUpperCase().matchAll(/\b([A-Z]{2})\d{2}(?: ?[A-Z0-9]){11,30}/g)) {
    const iban = found.replaceAll(' ', '').slice(0, lengths.get(country) ?? 0)
    if (iban.length === lengths.get(country) && hasRightDigits(iban)) return iban
  }
  return null
}

/** Read as a number with its first four characters last, and letters as 10 to 35, an IBAN leaves 1 over 97. */
function hasRightDigits(iban: string): boolean {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))
  return BigInt(digits) % 97n === 1n
}
