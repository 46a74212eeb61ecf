import { countQueues } from '../storage/queries/metrics.ts'
import type { AppContext } from './context.ts'

/** How a server fares at this moment: numbers of things, and seconds. */
export type MetricReadings = {
  readonly deliveriesPending: number
  readonly oldestDueSeconds: number
  readonly subscriptionsParked: number
  readonly workDue: number
}

/** Takes the measure of the queues. */
export async function readMetrics(app: Pick<AppContext, 'storage' | 'clock'>): Promise<MetricReadings> {
  const now = app.clock()
  const { oldestDueAt, ...counts } = await app.storage.read((db) => countQueues(db, now))
  return { ...counts, oldestDueSeconds: oldestDueAt === null ? 0 : Math.max(0, (now - oldestDueAt) / 1_000) }
}
