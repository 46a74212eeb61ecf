import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number in its one international spelling (`+447700900123`), whatever blanks, brackets and prefixes it came with;
 * `country` (ISO 3166, `GB`) is where one without a country code belongs. What is no number stays as it is, without blanks.
 */
export function internationalPhone(text: string, country: string): string {
  const parsed = isSupportedCountry(country) ? parsePhoneNumberFromString(text, country) : parsePhoneNumberFromString(text)
  return parsed?.isPossible() ? parsed.number : text.replace(/\s+/g, '').toLowerCase()
}
