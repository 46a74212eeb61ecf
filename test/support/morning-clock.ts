import { dayMs, hourMs } from '../../src/domain/instant.ts'
import type { Market } from './market.ts'

/** Advances a shared clock to eight in the morning, as when a market opens, unless it is that time now. */
export async function advanceToMorning(market: Market): Promise<void> {
  await market.server.dueTasksDone()
  const sinceMs = (market.now() - 8 * hourMs) % dayMs
  if (sinceMs > hourMs / 6) await market.advance(Math.ceil((dayMs - sinceMs) / 1_000))
  await market.server.dueTasksDone()
}
