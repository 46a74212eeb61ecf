import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number in its only international spelling (`+447700900123`), from any spelling. A number without a country code
 * belongs to the first of `countries` (ISO 3166, `GB`) in which it is possible. Other texts lose only their blanks.
 */
export function toInternationalPhone(text: string, countries: readonly string[]): string {
  const found = countries.map((country) => parsePhone(text, country, true)).find((number) => number?.isPossible())
  return found?.number ?? text.replace(/\s+/g, '').toLowerCase()
}

/** Whether a text is one possible phone number, with its country code or in one of `countries` (ISO 3166). */
export function isPossiblePhone(text: string, countries: readonly string[]): boolean {
  return countries.some((country) => parsePhone(text, country, false)?.isPossible())
}

/** Digits of a possible number without its prefix; null for any other text. */
export function findNationalDigits(text: string, countries: readonly string[]): string | null {
  const found = countries.map((country) => parsePhone(text, country, false)).find((number) => number?.isPossible())
  return found?.nationalNumber.replace(/^0/, '') ?? null
}

/** Parses a phone number for a country; `extract` also finds one in the middle of a text. */
function parsePhone(text: string, country: string, extract: boolean) {
  return parsePhoneNumberFromString(text, { extract, ...(isSupportedCountry(country) && { defaultCountry: country }) })
}

/** Prefix of British mobile numbers. In other countries the prefix does not identify mobiles. */
const britishMobile = /^\+447/

/** Whether a number can receive SMS. */
export function isMobile(text: string, countries: readonly string[]): boolean {
  const number = toInternationalPhone(text, countries)
  return number.startsWith('+44') ? britishMobile.test(number) : number.startsWith('+')
}

const countryByZone = new Map<string, CountryCode | null>()

/** The country (ISO 3166) of an IANA time zone; null for a zone without a country, such as `UTC`. */
export function findCountryOfZone(timezone: string): string | null {
  const known = countryByZone.get(timezone)
  if (known !== undefined) return known
  const found = ['GB' as const, ...getCountries()].find((country) => listZonesOfRegion(country).includes(timezone)) ?? null
  countryByZone.set(timezone, found)
  return found
}

function listZonesOfRegion(region: CountryCode): readonly string[] {
  return new Intl.Locale('und', { region }).getTimeZones() ?? []
}

declare global {
  namespace Intl {
    /** A method that TypeScript's types lack. */
    interface Locale {
      getTimeZones(): string[] | undefined
    }
  }
}
