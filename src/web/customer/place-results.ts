/** A place in the results of the public search. */
export type PlaceResult = {
  readonly label: string
  readonly kind: string
  readonly locality: string | null
  readonly postcode: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** Whether the searched name does not say which of several towns is meant. */
  readonly ambiguous: boolean
  /** A larger town near a town whose name others have too. */
  readonly near_town: string | null
}

/** The facts that tell a result from the others: town, postcode, a larger town nearby, and the country if they are in several. */
export function describeWhereabouts(place: PlaceResult, places: readonly PlaceResult[]): string {
  const { label, locality, postcode, near_town: near, country } = place
  const parts = [
    locality !== label && locality,
    postcode !== label && postcode,
    near && `near ${near}`,
    country !== null && places.some((other) => other.country !== country) && regions.of(country),
  ]
  return parts.filter(Boolean).join(' · ')
}

const regions = new Intl.DisplayNames('en-GB', { type: 'region' })
