/** The part after the country of a VAT number, by its first letters: the United Kingdom and the European Union (VIES). */
const forms: ReadonlyMap<string, RegExp> = new Map([
  ...['GB', 'XI'].map((country) => [country, /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/] as const),
  ['AT', /^U\d{8}$/],
  ['BE', /^[01]\d{9}$/],
  ['BG', /^\d{9,10}$/],
  ['CY', /^\d{8}[A-Z]$/],
  ['CZ', /^\d{8,10}$/],
  ['DE', /^\d{9}$/],
  ['DK', /^\d{8}$/],
  ['EE', /^\d{9}$/],
  ['EL', /^\d{9}$/],
  ['ES', /^([A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/],
  ['FI', /^\d{8}$/],
  ['FR', /^[A-HJ-NP-Z\d]{2}\d{9}$/],
  ['HR', /^\d{11}$/],
  ['HU', /^\d{8}$/],
  ['IE', /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/],
  ['IT', /^\d{11}$/],
  ['LT', /^(\d{9}|\d{12})$/],
  ['LU', /^\d{8}$/],
  ['LV', /^\d{11}$/],
  ['MT', /^\d{8}$/],
  ['NL', /^\d{9}B\d{2}$/],
  ['PL', /^\d{10}$/],
  ['PT', /^\d{9}$/],
  ['RO', /^\d{2,10}$/],
  ['SE', /^\d{10}01$/],
  ['SI', /^\d{8}$/],
  ['SK', /^\d{10}$/],
])

/** Letters of Greece, which differ in VAT numbers. */
const otherLetters: ReadonlyMap<string, string> = new Map([['GR', 'EL']])

/** The stored form of a VAT number: in capitals, without spaces, dots and hyphens. */
export function tidyVatNumber(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s.\-/]+/g, '')
}

/**
 * Whether a normalised VAT number has the form of its country. It begins with the letters of the country. Of other countries
 * than the United Kingdom and the European Union only the first letters and a digit are checked.
 */
export function isVatNumber(number: string): boolean {
  const country = number.slice(0, 2)
  if (otherLetters.has(country)) return false
  const form = forms.get(country)
  return form === undefined ? /^[A-Z]{2,3}(?=.*\d)[A-Z\d]+$/.test(number) : form.test(number.slice(2))
}
