import type { CountsSeen } from '../storage/lists/recount.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { correctCountsIn } from '../storage/sqlite/recount.ts'

/** Corrects wrong list counts, restores missing triggers, and reports both. Refuses `unavailable`. */
export async function correctCounts(database: DatabaseAddress, say: (sentence: string) => void): Promise<void> {
  const mended =
    database.kind === 'sqlite'
      ? correctCountsIn(database.path)
      : await (await import('../storage/postgres/recount.ts')).correctCountsOn(database.directUrl)
  if (mended !== null) say(describeCorrectedCounts(mended))
}

/** Sentences on wrong list counts, after their correction. */
export function describeCorrectedCounts(seen: CountsSeen): string {
  return `${describeWrongCounts(seen)} The counts were corrected.`
}

/** Sentences on wrong list counts. */
export function describeWrongCounts({ wrong, missingTriggers }: CountsSeen): string {
  const missing =
    missingTriggers.length === 0 ? '' : `The triggers ${missingTriggers.join(', ')}, which count lists, are missing. `
  return `${missing}Lists with wrong counts, by day: ${wrong}.`
}
