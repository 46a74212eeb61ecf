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
  for (const { 0: found, 1: country = '' } of inGroups(text).matchAll(/\b([A-Z]{2})\d{2}(?: ?[A-Z0-9]){11,30}/g)) {
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

/** Shortest IBAN there is, that of Norway. Every VAT number is shorter. */
const shortestIban = 15

/** An IBAN as it is written: in one piece, or in groups of four. From the third group on each has a digit. */
const ibanLike = /\b([A-Z]{2})\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){1,2}(?: (?=[A-Z]*\d)[A-Z0-9]{1,4})*)\b/g

/** The first text that looks like an IBAN and is none: its length or its check digits are wrong. Null without one. */
export function faultyIbanIn(text: string): string | null {
  const grouped = inGroups(text)
  for (const { 0: found, 1: country = '', index } of grouped.matchAll(ibanLike)) {
    const length = lengths.get(country)
    const iban = found.replaceAll(' ', '').slice(0, length)
    const isRight = ibanIn(grouped.slice(index))?.startsWith(iban) === true
    if (length !== undefined && iban.length >= shortestIban && !isRight) return iban
  }
  return null
}

/** The first sort code that has not six digits, as it is written. Null without one. */
export function faultySortCodeIn(text: string): string | null {
  for (const { 1: written = '' } of text.replaceAll(/\s+/g, ' ').matchAll(/\bsort ?code[: ]*(\d[\d -]*)/gi)) {
    const isWhole = /^(\d{6}|\d{2}-\d{2}-\d{2}|\d{2} \d{2} \d{2})(?![\d-])/.test(written)
    if (!isWhole) return written.trim()
  }
  return null
}

/** A text in capitals, with one space wherever there are spaces or hyphens. */
function inGroups(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]+/g, ' ')
}
