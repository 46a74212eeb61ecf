import type { Coordinates } from '../../domain/road-distance.ts'

const degrees = String.raw`([+-]?\d+(?:\.\d+)?(?:e-\d+)?)°?`
const latitudeAndLongitude = new RegExp(String.raw`^${degrees}(?:\s*[,;/]\s*|\s+)${degrees}$`, 'i')

/** Reads coordinates such as `53.795, -1.548`, latitude first. Null if the text holds no point on the earth. */
export function parseCoordinates(text: string): Coordinates | null {
  const [latitude, longitude] = listNumbersInText(text)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** The fault of a text without coordinates. Null if the text is empty or has coordinates. */
export function describeCoordinatesFault(text: string): string | null {
  if (text.trim() === '' || parseCoordinates(text) !== null) return null
  if (listNumbersInText(text).some(Number.isNaN)) return 'Enter latitude and longitude, such as 53.795, -1.548.'
  return 'Latitude is from -90 to 90. Longitude is from -180 to 180.'
}

/** The two numbers of a text. An unreadable number is NaN. */
function listNumbersInText(text: string): readonly [number, number] {
  const [, north, east] = latitudeAndLongitude.exec(text.trim().replaceAll('−', '-')) ?? []
  return [Number(north), Number(east)]
}

/** Coordinates as `parseCoordinates` reads them back, to the last digit. */
export function formatCoordinates({ latitude, longitude }: Coordinates): string {
  return `${latitude}, ${longitude}`
}
