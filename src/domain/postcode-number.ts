import { findOutwardCode, tidyPostcode } from './postcode.ts'

/** The numbers of all postcodes of an outward code, from the first to before `until`. */
export type PostcodeSpan = { readonly from: number; readonly until: number }

/** Parts of a degree in which points of postcodes are stored: 1.1 m. */
export const partsOfDegree = 100_000

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Characters of an outward code in their order. A shorter code ends with blanks. */
const characters = ` 0123456789${letters}`

const outwardLength = 4

/** Number of inward codes, such as `4DY`. */
const inwardCodes = 10 * letters.length ** 2

/** A greater number than that of any postcode: 2 ** 34. */
export const postcodeNumbers = 17_179_869_184

const outward = /^(?:[A-Z]{1,2}\d[A-Z\d]?|GIR)$/

/** A British postcode in any spelling as a number, in the order of the codes; null for another text. */
export function toPostcodeNumber(typed: string): number | null {
  const code = findOutwardCode(typed)
  if (code === null) return null
  const [digit = '', first = '', second = ''] = tidyPostcode(typed).slice(code.length + 1)
  const inward = (Number(digit) * letters.length + letters.indexOf(first)) * letters.length + letters.indexOf(second)
  return numberOutwardCode(code) * inwardCodes + inward
}

/** The numbers of the postcodes of an outward code such as `ls1`; null for another text. */
export function findPostcodeSpan(typed: string): PostcodeSpan | null {
  const code = tidyPostcode(typed)
  if (!outward.test(code)) return null
  const from = numberOutwardCode(code) * inwardCodes
  return { from, until: from + inwardCodes }
}

function numberOutwardCode(code: string): number {
  let number = 0
  for (const character of code.padEnd(outwardLength)) number = number * characters.length + characters.indexOf(character)
  return number
}
