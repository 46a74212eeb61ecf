/** An address as the API has it. */
type ApiAddress = {
  readonly lines: readonly string[]
  readonly town: string
  readonly postcode: string | null
  readonly country: string
}

/** An address as it is typed. */
export type TypedAddress = {
  readonly lines: readonly [string, string, string]
  readonly town: string
  readonly postcode: string
  readonly country: string | null
}

/** The fields of an address; without one they are empty, in the country where the clocks of `timezone` go. */
export function typedAddress(address: ApiAddress | null, timezone: string | null): TypedAddress {
  if (address === null) return { lines: ['', '', ''], town: '', postcode: '', country: countryIn(timezone) }
  const [first = '', second = '', third = ''] = address.lines
  return { lines: [first, second, third], town: address.town, postcode: address.postcode ?? '', country: address.country }
}

function countryIn(timezone: string | null): string | null {
  return timezone === 'Europe/London' ? 'GB' : null
}

/** A typed address as the API takes it; null while nothing but the country is typed. */
export function addressBodyOf({ lines, town, postcode, country }: TypedAddress) {
  const typed = [...lines, town, postcode].some((text) => text.trim() !== '')
  if (!typed) return null
  return {
    lines: lines.map((line) => line.trim()).filter((line) => line !== ''),
    town: town.trim(),
    postcode: postcode.trim() === '' ? null : postcode.trim(),
    country: country ?? '',
  }
}
