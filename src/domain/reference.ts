const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A fresh reference of a trip, its job and its booking, from at least 6 random bytes: `TR-` and 6 characters that no one misreads. */
export function tripRef(random: Uint8Array): string {
  return `TR-${spell(random, 6)}`
}

/** A fresh reference of an operator from at least 5 random bytes: `OP-` and 5 characters that no one misreads. */
export function operatorRef(random: Uint8Array): string {
  return `OP-${spell(random, 5)}`
}

function spell(random: Uint8Array, length: number): string {
  if (random.length < length) throw new RangeError(`A reference needs ${length} random bytes.`)
  // 256 is eight times 32, so the low five bits of a byte favour no character.
  return Array.from(random.subarray(0, length), (byte) => crockford[byte & 31]).join('')
}
