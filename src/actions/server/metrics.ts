import type { Clock } from '../../clock.ts'
import type { DeliveryError } from '../../domain/delivery.ts'
import { countQueues } from '../../storage/queries/metrics.ts'
import type { Storage } from '../../storage/storage.ts'

/** One answered request; `route` is the template, never the path. */
type AnsweredCall = { readonly route: string; readonly method: string; readonly status: number; readonly ms: number }

/** One attempt to deliver a webhook. */
export type AttemptNote = { readonly error: DeliveryError | null; readonly durationMs: number }

/** Counts calls and attempts of the server. */
export type Metrics = {
  recordCall(call: AnsweredCall): void
  attempted(attempts: readonly AttemptNote[]): void
}

/** Metrics of a server without monitoring. */
export const noMetrics: Metrics = { recordCall: () => {}, attempted: () => {} }

/** Readings of the server at this moment: numbers of things, and seconds. */
export type MetricReadings = {
  readonly deliveriesPending: number
  readonly oldestDueSeconds: number
  readonly subscriptionsParked: number
  readonly workDue: number
  readonly paymentsInDoubt: number
}

/** Reads the lengths of the queues. */
export async function readMetrics(app: { readonly storage: Storage; readonly clock: Clock }): Promise<MetricReadings> {
  const now = app.clock()
  const { oldestDueAt, ...counts } = await app.storage.read((db) => countQueues(db, now))
  return { ...counts, oldestDueSeconds: oldestDueAt === null ? 0 : Math.max(0, (now - oldestDueAt) / 1_000) }
}
