import type { CountsSeen } from '../storage/lists/recount.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { mendCountsIn } from '../storage/sqlite/recount.ts'

/** Counts anew how long lists are where that went wrong, puts the triggers back that count them, and says so. Refuses `unavailable`. */
export async function mendCounts(database: DatabaseAddress, say: (sentence: string) => void): Promise<void> {
  const mended =
    database.kind === 'sqlite'
      ? mendCountsIn(database.path)
      : await (await import('../storage/postgres/recount.ts')).mendCountsOn(database.directUrl)
  if (mended !== null) say(sayMended(mended))
}

/** Sentences on what was wrong with the lengths of lists, once it is mended. */
export function sayMended(seen: CountsSeen): string {
  return `${sayWrong(seen)} They were counted anew.`
}

/** Sentences on what is wrong with the lengths of lists. */
export function sayWrong({ wrong, missingTriggers }: CountsSeen): string {
  const missing =
    missingTriggers.length === 0 ? '' : `The triggers ${missingTriggers.join(', ')} are gone, by which lists are counted. `
  return `${missing}Lists that are not as long as they say, day by day: ${wrong}.`
}
