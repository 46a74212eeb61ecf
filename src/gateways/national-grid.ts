import proj4 from 'proj4'
import type { Coordinates } from '../domain/road-distance.ts'

/** The British National Grid (EPSG:27700) with the seven parameters of its datum, which are accurate to 5 m. */
const nationalGrid =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy ' +
  '+towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs'

const toDegrees = proj4(nationalGrid, 'WGS84')

/** Converts metres east and north on the British National Grid into degrees. */
export function convertFromGrid(eastings: number, northings: number): Coordinates {
  const [longitude, latitude] = toDegrees.forward([eastings, northings])
  return { latitude, longitude }
}
