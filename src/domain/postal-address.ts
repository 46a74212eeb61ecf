import { findOutwardCode, tidyPostcode } from './postcode.ts'
import { faultAt, type InputFault, type InputPath } from './refusal.ts'

/** A postal address. `country` is a code of ISO 3166-1 (`GB`). */
export type PostalAddress = {
  /** Building and street: one to three lines. */
  readonly lines: readonly string[]
  readonly town: string
  /** Null in countries without postcodes. */
  readonly postcode: string | null
  readonly country: string
}

/** The codes of ISO 3166-1 alpha-2. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH ' +
  'CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN ' +
  'GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI ' +
  'LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM ' +
  'PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD ' +
  'TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

const knownCountries: ReadonlySet<string> = new Set(countryCodes)

/** The stored form of an address: texts without spaces around them, the country and the postcode in capitals. */
export function tidyAddress({ lines, town, postcode, country }: PostalAddress): PostalAddress {
  return {
    lines: lines.map((line) => line.trim()),
    town: town.trim(),
    postcode: tidyPostcode(postcode ?? '') || null,
    country: country.trim().toUpperCase(),
  }
}

/** The faults of a tidied address. A British one needs its postcode. */
export function listPostalFaults({ postcode, country }: PostalAddress, path: InputPath = []): InputFault[] {
  if (!knownCountries.has(country)) return [faultAt([...path, 'country'], 'country')]
  if (country !== 'GB') return []
  if (postcode === null) return [faultAt([...path, 'postcode'], 'required')]
  return findOutwardCode(postcode) !== null ? [] : [faultAt([...path, 'postcode'], 'postcode')]
}

/** Whether two addresses are equal, also if both are unknown. */
export function isSameAddress(one: PostalAddress | null, other: PostalAddress | null): boolean {
  return JSON.stringify(one && listAddressParts(one)) === JSON.stringify(other && listAddressParts(other))
}

function listAddressParts({ lines, town, postcode, country }: PostalAddress): readonly (string | null)[] {
  return [...lines, town, postcode, country]
}

/** The English name of a country. */
export function findCountryName(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country
}

/** The lines of an address on paper. The country is its last line. */
export function formatAddressLines({ lines, town, postcode, country }: PostalAddress): string[] {
  return [...lines, town, postcode, findCountryName(country)].filter((line) => line !== null)
}
