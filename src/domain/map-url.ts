import type { Place } from './place.ts'
import { formatDegrees } from './road-distance.ts'

/** The template of map links without a setting: OpenStreetMap with a marker. */
export const usualMapUrl = 'https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=17/{latitude}/{longitude}'

/** Whether a text is the address of a map, with a place for both coordinates after its host. */
export function isMapTemplate(text: string): boolean {
  const parts = /^https?:\/\/[^\s/?#@\\{}]+([/?#]\S*)$/.exec(text)
  const [, rest = ''] = parts ?? []
  if (!rest.includes('{latitude}') || !rest.includes('{longitude}')) return false
  return !/[{}]/.test(rest.replaceAll(/\{(?:latitude|longitude|label)\}/g, '')) && URL.canParse(text)
}

/** A place with a name for its marker. */
type MappedPlace = Pick<Place, 'label' | 'latitude' | 'longitude'>

/** The address of a map with this place, from a template; null without coordinates. */
export function buildMapUrl(template: string, { label, latitude, longitude }: MappedPlace): string | null {
  if (latitude === null || longitude === null) return null
  const values = {
    latitude: formatDegrees(latitude),
    longitude: formatDegrees(longitude),
    label: encodeURIComponent(label.toWellFormed()),
  }
  return template.replaceAll(/\{(latitude|longitude|label)\}/g, (_, name: keyof typeof values) => values[name])
}
