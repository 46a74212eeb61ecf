/** Marks that people write between the digits of a telephone number. */
export const numberMarks = ' ()+-./'

const isNumber = new RegExp(`^[\\d${numberMarks.replace('-', '\\-')}]+$`)

/** Fewest digits that are searched for. Fewer would match nearly every number. */
const fewestDigits = 3

/**
 * The digits of a typed number without its national or international prefix, so that `+44 7700 900456` and `07700 900456` are
 * equal. Null without a number, and for fewer than three such digits.
 */
export function extractDialledDigits(typed: string): string | null {
  if (!isNumber.test(typed.trim())) return null
  const digits = typed.replaceAll(/\D/g, '').replace(/^(?:0044|44|0)0?/, '')
  return digits.length < fewestDigits ? null : digits
}
