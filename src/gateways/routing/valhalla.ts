import { readPath } from '../own-services.ts'
import { longestSnapM, type RouterDialect } from './router-dialect.ts'

/** The dialect of Valhalla's route service, for a bus. A coach halts at every stop, and may leave it the way it came. */
export const valhallaDialect: RouterDialect = {
  question(points) {
    const asked = {
      locations: points.map(({ latitude, longitude }) => ({
        lat: latitude,
        lon: longitude,
        type: 'break',
        search_cutoff: longestSnapM,
      })),
      costing: 'bus',
      units: 'kilometers',
      directions_type: 'none',
    }
    const headers = { 'Content-Type': 'application/json' }
    return { path: '/route', init: { method: 'POST', headers, body: JSON.stringify(asked) } }
  },
  driveIn(answer) {
    const kilometres = readPath(answer, 'trip', 'summary', 'length')
    const seconds = readPath(answer, 'trip', 'summary', 'time')
    const status = readPath(answer, 'trip', 'status') ?? 0
    if (status !== 0 || typeof kilometres !== 'number' || typeof seconds !== 'number') return null
    return { metres: kilometres * 1_000, seconds }
  },
}
