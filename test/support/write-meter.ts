import type { DatabaseQuery } from './database.ts'
import { eventually } from './eventually.ts'

/** Counts what is written to a database, without a clock. */
export interface WriteMeter<Counts> {
  /** Asks the database, which is not counted. */
  readonly ask: DatabaseQuery
  /** Counts from here on. */
  begin(): Promise<void>
  /** Number that grows with everything that is written. */
  length(): Promise<number>
  /** What was written since it began. */
  counts(): Promise<Counts>
}

/** Looks in a row at which nothing more may have been written, so that nothing more is on its way. */
const quietLooks = 5

/**
 * Does `work` and counts what is written until everything is done that follows from it: tasks, messages, webhooks. `now` is the
 * server's clock (ms).
 */
export async function countWritten<Counts>(
  meter: WriteMeter<Counts>,
  now: () => number,
  work: () => Promise<unknown>,
): Promise<Counts> {
  await settled(meter, now)
  await meter.begin()
  await work()
  await settled(meter, now)
  return meter.counts()
}

const nextTask =
  'SELECT min(CASE WHEN lease_token IS NULL AND ready_at > due_at THEN ready_at ELSE due_at END) AS at FROM scheduler'
const nextDelivery = `SELECT min(due_at) AS at FROM webhook_deliveries WHERE status = 'pending'`

async function settled({ ask, length }: WriteMeter<unknown>, now: () => number): Promise<void> {
  let [last, looks] = [-1, 0]
  await eventually(async () => {
    const [task, delivery] = [await ask<{ at: number | null }>(nextTask), await ask<{ at: number | null }>(nextDelivery)]
    const isDue = [...task, ...delivery].some(({ at }) => at !== null && at <= now())
    const written = await length()
    looks = !isDue && written === last ? looks + 1 : 0
    last = written
    await Bun.sleep(40)
    return looks === quietLooks
  })
}
