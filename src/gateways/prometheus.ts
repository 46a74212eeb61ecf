import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Values that are computed on reading; null without a value. */
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
  deliveriesPending: ['charabanc_webhook_deliveries_pending', 'Webhook deliveries waiting or being sent.'],
  oldestDueSeconds: ['charabanc_webhook_oldest_due_seconds', 'Age of the oldest due webhook delivery.'],
  subscriptionsParked: ['charabanc_webhook_subscriptions_parked', 'Webhook subscriptions that are parked.'],
  workDue: ['charabanc_scheduler_due', 'Due tasks that are not done.'],
  paymentsInDoubt: ['charabanc_payments_in_doubt', 'Card payments in doubt: the provider has not confirmed the result.'],
  databaseBytes: ['charabanc_database_bytes', 'Size of the database, including its write-ahead log on SQLite.'],
  residentBytes: ['charabanc_resident_memory_bytes', 'Resident memory of the process.'],
  backupAgeSeconds: ['charabanc_backup_age_seconds', 'Age of the last verified backup.'],
} as const satisfies Record<keyof Readings, readonly [string, string]>

/** Counts events, and renders them in Prometheus's text format. */
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
    help: 'Attempts to deliver a webhook by result.',
    labelNames: ['outcome'],
    registers,
  })
  const latency = new Histogram({
    name: 'charabanc_webhook_attempt_seconds',
    help: 'Response time of webhook receivers.',
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
    /** The current text and its content type. */
    async renderMetrics(): Promise<{ readonly contentType: string; readonly text: string }> {
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
