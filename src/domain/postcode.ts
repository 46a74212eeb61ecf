import { foldText } from './folding.ts'

// GIR 0AA is the only postcode of its form.
const parts = String.raw`([a-z]{1,2}\d[a-z\d]?|gir(?=[\s-]*0aa))[\s-]*(\d[a-z]{2})`
const british = /^([A-Z]{1,2}\d[A-Z\d]?|GIR(?=0AA))(\d[A-Z]{2})$/
const britishAtEnd = new RegExp(String.raw`(?<![\p{L}\p{N}])${parts}[^\p{L}\p{N}]*$`, 'iu')
const britishWithin = new RegExp(String.raw`(?<![\p{L}\p{N}])${parts}(?![\p{L}\p{N}])`, 'giu')

/**
 * The stored form of a postcode: in capitals, a British one with one space (`ls6-2ab` is `LS6 2AB`), another with single spaces.
 * Hyphens stay in postcodes of other countries, where they have a meaning.
 */
export function tidyPostcode(typed: string): string {
  const plain = foldText(typed).text.trim().replace(/\s+/g, ' ').toUpperCase()
  const [, outward, inward] = british.exec(plain.replace(/[ -]/g, '')) ?? []
  return outward === undefined ? plain : `${outward} ${inward}`
}

/** The outward code of a British postcode: `LS6` of `ls6 2ab`. Null for a postcode of another country. */
export function findOutwardCode(postcode: string): string | null {
  return british.exec(tidyPostcode(postcode).replace(' ', ''))?.[1] ?? null
}

/** The British postcodes in a text, tidied. */
export function listPostcodes(text: string): string[] {
  return Array.from(foldText(text).text.matchAll(britishWithin), ([found]) => tidyPostcode(found))
}

/** The text before the British postcode at its end, and that postcode, tidied; null for a text that ends otherwise. */
export function splitPostcode(typed: string): { readonly before: string; readonly postcode: string } | null {
  const { text } = foldText(typed)
  const found = britishAtEnd.exec(text)
  return found && { before: text.slice(0, found.index), postcode: tidyPostcode(`${found[1]} ${found[2]}`) }
}

/** A text without its British postcodes; unchanged if it has none. */
export function removePostcodes(typed: string): string {
  const { text } = foldText(typed)
  const rest = text.replace(britishWithin, ' ')
  return rest === text ? typed : rest
}

/** A text with one space in each of its British postcodes, however they were written. */
export function spacePostcodes(text: string): string {
  return foldText(text).text.replace(britishWithin, '$1 $2')
}
