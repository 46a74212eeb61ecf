import type { Coordinates } from '../../domain/road-distance.ts'

const degrees = String.raw`([+-]?\d+(?:\.\d+)?(?:e-\d+)?)°?`
const latitudeAndLongitude = new RegExp(String.raw`^${degrees}(?:\s*[,;/]\s*|\s+)${degrees}$`, 'i')

/** Coordinates out of a text such as `53.795, -1.548`, latitude first. Null where it is none, or no point on the earth. */
export function coordinatesFrom(text: string): Coordinates | null {
  const [latitude, longitude] = numbersIn(text)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** Sentence on why a text has no coordinates; null where it has them, or is empty. */
export function coordinatesFault(text: string): string | null {
  if (text.trim() === '' || coordinatesFrom(text) !== null) return null
  if (numbersIn(text).some(Number.isNaN)) return 'Write latitude and longitude like 53.795, -1.548.'
  return 'Latitude goes from -90 to 90, longitude from -180 to 180.'
}

/** The two numbers of a text, each NaN where it cannot be read. */
function numbersIn(text: string): readonly [number, number] {
  const [, north, east] = latitudeAndLongitude.exec(text.trim().replaceAll('−', '-')) ?? []
  return [Number(north), Number(east)]
}

/** Coordinates as `coordinatesFrom` reads them back, to the last digit. */
export function typedCoordinates({ latitude, longitude }: Coordinates): string {
  return `${latitude}, ${longitude}`
}
