/** An address in the form of the API. */
type ApiAddress = {
  readonly lines: readonly string[]
  readonly town: string
  readonly postcode: string | null
  readonly country: string
}

/** The typed values of an address. */
export type TypedAddress = {
  readonly lines: readonly [string, string, string]
  readonly town: string
  readonly postcode: string
  readonly country: string | null
}

/** The form values of an address. Without an address only the country of `timezone` is set. */
export function toTypedAddress(address: ApiAddress | null, timezone: string | null): TypedAddress {
  if (address === null) return { lines: ['', '', ''], town: '', postcode: '', country: findCountryOfTimezone(timezone) }
  const [first = '', second = '', third = ''] = address.lines
  return { lines: [first, second, third], town: address.town, postcode: address.postcode ?? '', country: address.country }
}

function findCountryOfTimezone(timezone: string | null): string | null {
  return timezone === 'Europe/London' ? 'GB' : null
}

/** The request body of a typed address. Null if only the country is set. */
export function buildAddressBody({ lines, town, postcode, country }: TypedAddress) {
  const typed = [...lines, town, postcode].some((text) => text.trim() !== '')
  if (!typed) return null
  return {
    lines: lines.map((line) => line.trim()).filter((line) => line !== ''),
    town: town.trim(),
    postcode: postcode.trim() === '' ? null : postcode.trim(),
    country: country ?? '',
  }
}
