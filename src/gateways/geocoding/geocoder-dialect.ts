import type { Coordinates } from '../../domain/road-distance.ts'

/** A text to find, the point whose surroundings come first (null for none), and the greatest number of places. */
export type GeocoderQuestion = { readonly q: string; readonly near: Coordinates | null; readonly most: number }

/** A place of a geocoder's answer. Its members are external data, which `openGeocoder` checks. */
export type RawPlace = {
  readonly label: unknown
  readonly locality: unknown
  readonly postcode: unknown
  readonly country: unknown
  readonly latitude: unknown
  readonly longitude: unknown
}

/** The request format and the answer format of one kind of geocoder. */
export type GeocoderDialect = {
  /** The path of a request on the geocoder. */
  buildPath(question: GeocoderQuestion): string
  /** The places in a JSON answer, the best match first; null if the answer is not a list of places. */
  listPlaces(answer: unknown): readonly RawPlace[] | null
}
