import { longestSnapM, memberIn, type RouterDialect } from './router-dialect.ts'

/** Decimals of a degree that OSRM reckons with; written out, because it reads no exponents. */
const decimals = 6

const written = (degrees: number) => degrees.toFixed(decimals).replace(/\.?0+$/, '')

/** The dialect of OSRM, version 1 of its protocol: the route service, without the shape of the route. */
export const osrmDialect: RouterDialect = {
  question(points) {
    const through = points.map(({ latitude, longitude }) => `${written(longitude)},${written(latitude)}`)
    return { path: `/route/v1/driving/${through.join(';')}?overview=false`, init: {} }
  },
  driveIn(answer) {
    const metres = memberIn(answer, 'routes', '0', 'distance')
    const seconds = memberIn(answer, 'routes', '0', 'duration')
    if (memberIn(answer, 'code') !== 'Ok' || isOffMap(answer) || typeof metres !== 'number' || typeof seconds !== 'number')
      return null
    return { metres, seconds }
  },
}

/** Whether it tells of a route from or to a road that lies far from where it was asked for, as it does without a word. */
function isOffMap(answer: unknown): boolean {
  const waypoints = memberIn(answer, 'waypoints')
  return Array.isArray(waypoints) && waypoints.some((point) => Number(memberIn(point, 'distance')) > longestSnapM)
}
