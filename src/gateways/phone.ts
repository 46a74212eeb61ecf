import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number in its one international spelling (`+447700900123`), whatever blanks, brackets and prefixes it came with;
 * one without a country code belongs to the first of `countries` (ISO 3166, `GB`) in which it is possible. Other texts stay, without
 * blanks.
 */
export function internationalPhone(text: string, countries: readonly string[]): string {
  const found = countries.map((country) => parsed(text, country, true)).find((number) => number?.isPossible())
  return found?.number ?? text.replace(/\s+/g, '').toLowerCase()
}

/** Whether a text is one phone number that can exist: with its country code, or in one of `countries` (ISO 3166). */
export function isPossiblePhone(text: string, countries: readonly string[]): boolean {
  return countries.some((country) => parsed(text, country, false)?.isPossible())
}

/** Digits of a possible number that are the same at home and from abroad; null for a text that is none. */
export function nationalDigits(text: string, countries: readonly string[]): string | null {
  const found = countries.map((country) => parsed(text, country, false)).find((number) => number?.isPossible())
  return found?.nationalNumber.replace(/^0/, '') ?? null
}

/** A phone number as it is read in a country; `extract` also finds one in the middle of a text. */
function parsed(text: string, country: string, extract: boolean) {
  return parsePhoneNumberFromString(text, { extract, ...(isSupportedCountry(country) && { defaultCountry: country }) })
}

/** British numbers of mobiles begin with this; elsewhere a number does not tell. */
const britishMobile = /^\+447/

/** Whether a number may take an SMS. */
export function isMobile(text: string, countries: readonly string[]): boolean {
  const number = internationalPhone(text, countries)
  return number.startsWith('+44') ? britishMobile.test(number) : number.startsWith('+')
}

const countryByZone = new Map<string, CountryCode | null>()

/** The country (ISO 3166) of an IANA time zone; null for a zone of no country, such as `UTC`. */
export function countryOfZone(timezone: string): string | null {
  const known = countryByZone.get(timezone)
  if (known !== undefined) return known
  const found = ['GB' as const, ...getCountries()].find((country) => zonesOf(country).includes(timezone)) ?? null
  countryByZone.set(timezone, found)
  return found
}

function zonesOf(region: CountryCode): readonly string[] {
  return new Intl.Locale('und', { region }).getTimeZones() ?? []
}

declare global {
  namespace Intl {
    /** The types of TypeScript lack this method. */
    interface Locale {
      getTimeZones(): string[] | undefined
    }
  }
}
