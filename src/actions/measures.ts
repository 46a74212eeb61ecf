import { countQueues } from '../storage/queries/measures.ts'
import type { House } from './house.ts'

/** How a house fares at this moment: numbers of things, and seconds. */
export type Measures = {
  readonly deliveriesPending: number
  readonly oldestDueSeconds: number
  readonly subscriptionsParked: number
  readonly workDue: number
}

/** Takes the measure of the queues. */
export async function measure(house: Pick<House, 'storage' | 'clock'>): Promise<Measures> {
  const now = house.clock()
  const { oldestDueAt, ...counts } = await house.storage.read((db) => countQueues(db, now))
  return { ...counts, oldestDueSeconds: oldestDueAt === null ? 0 : Math.max(0, (now - oldestDueAt) / 1_000) }
}
