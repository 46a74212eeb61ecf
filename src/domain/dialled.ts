/** Marks that people write between the digits of a telephone number. */
export const numberMarks = ' ()+-./'

const isNumber = new RegExp(`^[\\d${numberMarks.replace('-', '\\-')}]+$`)

/** Fewer digits would be in the number of everybody. */
const fewestDigits = 3

/**
 * The digits of a typed number that are the same however it is dialled. They leave out what it begins with at home or
 * from abroad, so that `+44 7700 900456` and `07700 900456` are one. Null where no number was typed, or one of fewer
 * than three such digits.
 */
export function dialledDigits(typed: string): string | null {
  if (!isNumber.test(typed.trim())) return null
  const digits = typed.replaceAll(/\D/g, '').replace(/^(?:0044|44|0)0?/, '')
  return digits.length < fewestDigits ? null : digits
}
