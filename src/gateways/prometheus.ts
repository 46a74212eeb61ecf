import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Numbers that are read when somebody asks; null where there is nothing to tell yet. */
export type Readings = Readonly<
  Record<
    | 'deliveriesPending'
    | 'oldestDueSeconds'
    | 'subscriptionsParked'
    | 'workDue'
    | 'paymentsInDoubt'
    | 'databaseBytes'
    | 'residentBytes',
    number
  >
> & { readonly backupAgeSeconds: number | null }

const gauges = {
  deliveriesPending: ['charabanc_webhook_deliveries_pending', 'Webhook deliveries that wait or are on their way.'],
  oldestDueSeconds: ['charabanc_webhook_oldest_due_seconds', 'How long the oldest due webhook delivery has been waiting.'],
  subscriptionsParked: ['charabanc_webhook_subscriptions_parked', 'Webhook subscriptions to which nothing is sent any more.'],
  workDue: ['charabanc_scheduler_due', 'Pieces of work that have fallen due and are not done.'],
  paymentsInDoubt: ['charabanc_payments_in_doubt', 'Card payments of which it is unknown whether the provider took the money.'],
  databaseBytes: ['charabanc_database_bytes', 'Size of the database, with its log where it is a file.'],
  residentBytes: ['charabanc_resident_memory_bytes', 'Memory the process holds.'],
  backupAgeSeconds: ['charabanc_backup_age_seconds', 'How long ago the last verified backup was made.'],
} as const satisfies Record<keyof Readings, readonly [string, string]>

/** Counts what goes on, and tells it in Prometheus's text format. */
export function makePrometheus(read: () => Promise<Readings>) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'charabanc_http_request_seconds',
    help: 'Answered requests by route template, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const attempts = new Counter({
    name: 'charabanc_webhook_attempts_total',
    help: 'Attempts to deliver a webhook by what came of them.',
    labelNames: ['outcome'],
    registers,
  })
  const latency = new Histogram({
    name: 'charabanc_webhook_attempt_seconds',
    help: 'How long receivers take to answer.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const dials = new Map(
    Object.entries(gauges).map(([key, [name, help]]) => [key as keyof Readings, new Gauge({ name, help, registers })]),
  )
  return {
    recordCall: ({ route, method, status, ms }: { route: string; method: string; status: number; ms: number }) =>
      requests.observe({ route, method, status }, ms / 1_000),
    attempted(notes: readonly { readonly error: string | null; readonly durationMs: number }[]) {
      for (const { error, durationMs } of notes) {
        attempts.inc({ outcome: error ?? 'delivered' })
        latency.observe(durationMs / 1_000)
      }
    },
    /** The text of this moment and its content type. */
    async tell(): Promise<{ readonly contentType: string; readonly text: string }> {
      const readings = await read()
      for (const [key, dial] of dials) {
        const reading = readings[key]
        if (reading === null) dial.remove()
        else dial.set(reading)
      }
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
