import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number in its one international spelling (`+447700900123`), whatever blanks, brackets and prefixes it came with;
 * `country` (ISO 3166, `GB`) is where one without a country code belongs. What is no number stays as it is, without blanks.
 */
export function internationalPhone(text: string, country: string): string {
  const parsed = isSupportedCountry(country) ? parsePhoneNumberFromString(text, country) : parsePhoneNumberFromString(text)
  return parsed?.isPossible() ? parsed.number : text.replace(/\s+/g, '').toLowerCase()
}

/** British numbers of mobiles begin with this; elsewhere a number does not tell. */
const britishMobile = /^\+447/

/** Whether a number may take an SMS. */
export function isMobile(text: string, country: string): boolean {
  const number = internationalPhone(text, country)
  return number.startsWith('+44') ? britishMobile.test(number) : number.startsWith('+')
}
