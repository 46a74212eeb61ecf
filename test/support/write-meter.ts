import type { DatabaseQuery } from './database.ts'
import { eventually } from './eventually.ts'

/** Counts the writes to a database, without a clock. */
export interface WriteMeter<Counts> {
  /** Asks the database without being counted. */
  readonly ask: DatabaseQuery
  /** Starts to count. */
  begin(): Promise<void>
  /** A number that grows with everything written. */
  length(): Promise<number>
  /** The writes since `begin`. */
  counts(): Promise<Counts>
}

/** The number of readings without a new write before the database counts as quiet. */
const quietLooks = 5

/** Runs `work` and counts all writes until its tasks, messages and webhooks are done. `now` is the server's clock (ms). */
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
