import type { Coordinates } from '../../domain/road-distance.ts'

const degrees = String.raw`([+-]?\d+(?:\.\d+)?(?:e-\d+)?)°?`
const latitudeAndLongitude = new RegExp(String.raw`^${degrees}(?:\s*[,;/]\s*|\s+)${degrees}$`, 'i')

/** Coordinates out of a text such as `53.795, -1.548`, latitude first. Null where it is none, or no point on the earth. */
export function coordinatesFrom(text: string): Coordinates | null {
  const [, north, east] = latitudeAndLongitude.exec(text.trim().replaceAll('−', '-')) ?? []
  const [latitude, longitude] = [Number(north), Number(east)]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** Coordinates as `coordinatesFrom` reads them back, to the last digit. */
export function typedCoordinates({ latitude, longitude }: Coordinates): string {
  return `${latitude}, ${longitude}`
}
