/** Length of an IBAN, by country, within reach of transfers in euros (SEPA). */
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
export function findIban(text: string): string | null {
  return rightIbanIn(text, sepaLengths)
}

/** The first valid IBAN in a text, with the length of its country and the right check digits, without spaces; or null. */
function rightIbanIn(text: string, known: ReadonlyMap<string, number>): string | null {
  for (const { 1: found = '' } of inGroups(text).matchAll(/\b(?:IBAN)?([A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30})/g)) {
    const length = known.get(found.slice(0, 2))
    const iban = found.replaceAll(' ', '').slice(0, length)
    if (iban.length === length && hasRightDigits(iban)) return iban
  }
  return null
}

/** Checks the digits: with its first four characters last, and letters as 10 to 35, an IBAN modulo 97 is 1. */
function hasRightDigits(iban: string): boolean {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))
  return BigInt(digits) % 97n === 1n
}

/** Length of the shortest IBAN, that of Norway. Every VAT number is shorter. */
const shortestIban = 15

/**
 * An IBAN as people write it: in one or two pieces, or in groups, with the bank's code in four characters. Later groups have a
 * digit.
 */
const ibanLike =
  /\b(?:IBAN)?([A-Z]{2}\d{2}(?: ?(?=[A-Z]*\d)[A-Z0-9]{11,30}|(?: ?[A-Z0-9]{4}){1,2}(?: (?=[A-Z]*\d)[A-Z0-9]{1,14})*))\b/

/** Words before a number that looks like an IBAN but is another number: references, creditors, customs and tax. */
const otherNumber = /(?:REF\w*|SKLIC|MODEL|ID|ICS|CUC|EORI|VAT|UID|KUNDENNUMMER|NUMMER|NR|NO)\W*$/

/** Greatest number of characters that an IBAN can lack and still be recognised without the word before it. */
const mostMissing = 2

/** The first text that looks like an IBAN with a wrong length or wrong check digits. Null without one. */
export function findFaultyIban(text: string): string | null {
  const lines = text.split(/[\r\n]+/)
  for (const [nth, line] of lines.entries()) {
    const grouped = inGroups(line)
    const rest = inGroups(lines.slice(nth + 1).join(' '))
    const pattern = new RegExp(ibanLike, 'g')
    for (let match = pattern.exec(grouped); match !== null; match = pattern.exec(grouped)) {
      const { 0: whole, 1: found = '', index } = match
      const start = index + whole.length - found.length
      const length = lengths.get(found.slice(0, 2))
      if (length === undefined) continue
      const iban = found.replaceAll(' ', '').slice(0, length + tooManyAfter(found, length))
      // An IBAN can be broken over two lines.
      const isRight = rightIbanIn(`${grouped.slice(start)} ${rest}`, lengths)?.startsWith(iban) === true
      if (!isRight && isMeantAsIban(iban, length, grouped.slice(0, start))) return iban
      // Another IBAN can follow in the same line.
      pattern.lastIndex = start + findEndPosition(found, length)
    }
  }
  return null
}

/**
 * Whether an invalid IBAN was meant as one: by the word before it, otherwise by its length. Creditor identifiers are no IBANs
 * (SEPA).
 */
function isMeantAsIban(iban: string, length: number, before: string): boolean {
  if (/^....ZZZ/.test(iban)) return false
  if (/IBAN\W*$/.test(before)) return iban.length >= shortestIban
  return iban.length >= length - mostMissing && !otherNumber.test(before)
}

/** The position after this many characters of a text with single spaces. */
function findEndPosition(found: string, length: number): number {
  return new RegExp(`^(?: ?[A-Z0-9]){1,${length}}`).exec(found)?.[0].length ?? found.length
}

/** Number of excess characters directly after an IBAN. */
function tooManyAfter(found: string, length: number): number {
  const end = new RegExp(`^(?: ?[A-Z0-9]){${length}}([A-Z0-9]{1,2}|\\d{3,8})\\b`)
  return end.exec(found)?.[1]?.length ?? 0
}

/** The first sort code without six digits, as entered. Null without one. */
export function findFaultySortCode(text: string): string | null {
  const tidy = text
    .normalize('NFKC')
    .replaceAll(/\s*[\p{Pd}/]\s*(?=\d)/gu, '-')
    .replaceAll(/\s+/g, ' ')
  for (const { 1: written = '' } of tidy.matchAll(/\bsort[ -]?code[^\da-z]*(\d[\d .–-]*)/gi)) {
    const isWhole = /^\d{2}([ .–-]?)\d{2}\1\d{2}(?![\d.–-]*\d)/.test(written)
    if (!isWhole) return written.trim()
  }
  return null
}

/** A text in capitals of usual width, with one space for spaces, dashes and dots within words. */
function inGroups(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/(?<=[A-Z0-9])\.(?=[A-Z0-9])|[\s\p{Pd}]+/gu, ' ')
}
