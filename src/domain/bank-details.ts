/** Length of an IBAN, by country, where transfers in euros reach it (SEPA). */
const sepaLengths = lengthsOf({
  15: 'NO',
  16: 'BE',
  18: 'DK FI NL',
  19: 'MK SI',
  20: 'AT EE LT LU',
  21: 'CH HR LI LV',
  22: 'BG DE GB IE ME RS VA',
  23: 'GI',
  24: 'AD CZ ES MD RO SE SK',
  25: 'PT',
  26: 'IS',
  27: 'FR GR IT MC SM',
  28: 'AL CY HU PL',
  31: 'MT',
})

/** Length of an IBAN in every country that has them (ISO 13616). */
const lengths: ReadonlyMap<string, number> = new Map([
  ...sepaLengths,
  ...lengthsOf({
    16: 'BI',
    18: 'FK FO GL SD',
    20: 'BA KZ MN XK',
    22: 'BH CR GE',
    23: 'AE IL IQ OM SO TL',
    24: 'PK SA TN VG',
    25: 'LY ST',
    26: 'TR',
    27: 'DJ MR',
    28: 'AZ BY DO GT HN LB NI',
    29: 'BR EG PS QA UA',
    30: 'JO KW MU YE',
    31: 'SC',
    32: 'LC',
    33: 'RU',
  }),
])

function lengthsOf(countries: Readonly<Record<number, string>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(countries).flatMap(([length, codes]) => codes.split(' ').map((code) => [code, Number(length)] as const)),
  )
}

/** The first IBAN in a text that transfers in euros reach, without spaces; or null. */
export function ibanIn(text: string): string | null {
  return rightIbanIn(text, sepaLengths)
}

/** The first IBAN in a text, of the length of its country and with the right check digits, without spaces; or null. */
function rightIbanIn(text: string, known: ReadonlyMap<string, number>): string | null {
  for (const { 0: found, 1: country = '' } of inGroups(text).matchAll(/\b([A-Z]{2})\d{2}(?: ?[A-Z0-9]){11,30}/g)) {
    const iban = found.replaceAll(' ', '').slice(0, known.get(country) ?? 0)
    if (iban.length === known.get(country) && hasRightDigits(iban)) return iban
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

/** An IBAN as it is written: in one piece, or in groups of which the bank's code has four characters. Later groups have a digit. */
const ibanLike = /\b([A-Z]{2})\d{2}(?:[A-Z0-9]{11,30}|(?: ?[A-Z0-9]{4}){1,2}(?: (?=[A-Z]*\d)[A-Z0-9]{1,14})*)\b/g

/** The first text that looks like an IBAN and is none: its length or its check digits are wrong. Null without one. */
export function faultyIbanIn(text: string): string | null {
  const grouped = inGroups(text)
  for (const { 0: found, 1: country = '', index } of grouped.matchAll(ibanLike)) {
    const length = lengths.get(country)
    const iban = found.replaceAll(' ', '').slice(0, length)
    const isRight = rightIbanIn(grouped.slice(index), lengths)?.startsWith(iban) === true
    if (length !== undefined && iban.length >= shortestIban && !isRight) return iban
  }
  return null
}

/** The first sort code that has not six digits, as it is written. Null without one. */
export function faultySortCodeIn(text: string): string | null {
  for (const { 1: written = '' } of text.replaceAll(/\s+/g, ' ').matchAll(/\bsort[ -]?code[^\da-z]*(\d[\d .–-]*)/gi)) {
    const isWhole = /^\d{2}([ .–-]?)\d{2}\1\d{2}(?![\d.–-]*\d)/.test(written)
    if (!isWhole) return written.trim()
  }
  return null
}

/** A text in capitals, with one space wherever there are spaces or hyphens. */
function inGroups(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]+/g, ' ')
}
