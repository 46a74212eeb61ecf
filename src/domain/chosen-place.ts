import type { Coordinates } from './road-distance.ts'

/** Name, town and postcode of a place, as fields of a form show them. */
export type PlaceTexts = { readonly label: string; readonly locality: string; readonly postcode: string }

/** A place that a person chose from search results: the filled-in texts, the point, and the country (ISO 3166 alpha-2). */
export type ChosenPlace = PlaceTexts & Coordinates & { readonly country: string | null }

/** A chosen place as the text of a hidden field. */
export function formatChosenPlace({ latitude, longitude, country, label, locality, postcode }: ChosenPlace): string {
  return JSON.stringify([latitude, longitude, country, label, locality, postcode])
}

/** The chosen place of a hidden field; null for any other text. */
export function parseChosenPlace(text: string): ChosenPlace | null {
  const [latitude, longitude, country, ...texts] = readList(text)
  const [label, locality, postcode] = texts
  const isPoint = isDegrees(latitude, 90) && isDegrees(longitude, 180)
  const isCountry = country === null || (typeof country === 'string' && /^[A-Z]{2}$/.test(country))
  if (!isPoint || !isCountry || texts.length !== 3) return null
  if (typeof label !== 'string' || typeof locality !== 'string' || typeof postcode !== 'string') return null
  return { latitude, longitude, country, label, locality, postcode }
}

/** Whether a form still describes the chosen place. Words after its name, as in `Ashford, bus station`, describe it further. */
export function isStillChosen(chosen: PlaceTexts, typed: PlaceTexts): boolean {
  const [name, label] = [chosen.label, typed.label].map((text) => text.trim().toLowerCase()) as [string, string]
  const isNamed = label === name || (name !== '' && label.startsWith(name) && /^[\s,]/.test(label.slice(name.length)))
  return isNamed && typed.locality.trim() === chosen.locality && typed.postcode.trim() === chosen.postcode
}

function readList(text: string): unknown[] {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}

function isDegrees(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most
}
