import { formatDegrees } from '../../domain/road-distance.ts'

/** A place of the API, with its link to the server's map. */
type LinkedPlace = {
  readonly label: string
  readonly locality?: string | null
  readonly postcode?: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly map_url: string | null
}

type MapLinkAttributes = { readonly href: string; readonly target?: '_blank'; readonly rel?: 'noreferrer' }

/** The attributes of a link to a place: the device's map app, else the server's map. Null if there is nothing to open. */
export function buildMapLink(place: LinkedPlace, hasMapApp: boolean): MapLinkAttributes | null {
  if (!hasMapApp) return place.map_url === null ? null : { href: place.map_url, target: '_blank', rel: 'noreferrer' }
  return { href: buildGeoUrl(place) }
}

/** Whether a device is a phone or a tablet that opens `geo:` addresses in a map app. Browsers on devices of Apple do not. */
export function opensGeoUrls({ isTouch, userAgent }: { readonly isTouch: boolean; readonly userAgent: string }): boolean {
  return isTouch && !/iPhone|iPad|Macintosh/.test(userAgent)
}

/** The address of a place for map apps. Without coordinates the app searches its name. */
function buildGeoUrl({ label, locality, postcode, latitude, longitude }: LinkedPlace): string {
  const named = encodeURIComponent([label, postcode ?? locality].filter(Boolean).join(', '))
  if (latitude === null || longitude === null) return `geo:0,0?q=${named}`
  const point = `${formatDegrees(latitude)},${formatDegrees(longitude)}`
  return `geo:${point}?q=${point}(${named})`
}
