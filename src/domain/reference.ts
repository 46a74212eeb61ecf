import { listPostcodes } from './postcode.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new reference of a trip, its job and its booking, from at least 6 random bytes: `TR-` and 6 unambiguous characters. */
export function createTripRef(random: Uint8Array): string {
  return `TR-${encodeCrockford(random, 6)}`
}

/**
 * Whether a reference, or a reference without its last character, reads like a British postcode, as one in twenty would. A search
 * would take it for two words.
 */
export function isLikePostcode(ref: string): boolean {
  return [ref, ref.slice(0, -1)].some((text) => listPostcodes(text).length > 0)
}

/** A new reference of an operator from at least 5 random bytes: `OP-` and 5 unambiguous characters. */
export function createOperatorRef(random: Uint8Array): string {
  return `OP-${encodeCrockford(random, 5)}`
}

function encodeCrockford(random: Uint8Array, length: number): string {
  if (random.length < length) throw new RangeError(`A reference needs ${length} random bytes.`)
  // 256 is eight times 32, so the low five bits of a byte favour no character.
  return Array.from(random.subarray(0, length), (byte) => crockford[byte & 31]).join('')
}
