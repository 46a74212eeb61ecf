import { formatDegrees } from '../../domain/road-distance.ts'
import { readPath } from '../own-services.ts'
import { longestSnapM, type RouterDialect } from './router-dialect.ts'

/** The dialect of OSRM, version 1 of its protocol: the route service, without the shape of the route. */
export const osrmDialect: RouterDialect = {
  question(points) {
    const through = points.map(({ latitude, longitude }) => `${formatDegrees(longitude)},${formatDegrees(latitude)}`)
    return { path: `/route/v1/driving/${through.join(';')}?overview=false`, init: {} }
  },
  driveIn(answer) {
    const metres = readPath(answer, 'routes', '0', 'distance')
    const seconds = readPath(answer, 'routes', '0', 'duration')
    if (readPath(answer, 'code') !== 'Ok' || isOffMap(answer) || typeof metres !== 'number' || typeof seconds !== 'number')
      return null
    return { metres, seconds }
  },
}

/** Whether a route begins or ends at a road far from the requested place, which OSRM does without a warning. */
function isOffMap(answer: unknown): boolean {
  const waypoints = readPath(answer, 'waypoints')
  return Array.isArray(waypoints) && waypoints.some((point) => Number(readPath(point, 'distance')) > longestSnapM)
}
