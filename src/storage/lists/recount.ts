import { dayMs } from '../../domain/instant.ts'
import type { Migration } from '../migrating/migration-files.ts'

/** A comparison of the lengths kept of lists with what is found when all is counted again. */
export type CountsSeen = {
  /** Number of kept lengths that are wrong, each list and each day for itself. */
  readonly wrong: number
  /** The triggers by which they are counted and that are not there. */
  readonly missingTriggers: readonly string[]
}

/** Every row that counts in a list, with its list and day, as the triggers count it. */
const counted = `
  SELECT operator_id, offered_at / ${dayMs} AS day,
    CASE WHEN outcome = 'expired' AND declined_at IS NULL THEN 'expired_jobs' ELSE 'jobs' END AS list
  FROM offers WHERE outcome IS NULL OR outcome <> 'won'
  UNION ALL SELECT operator_id, departs_at / ${dayMs}, status || '_bookings' FROM bookings
  UNION ALL SELECT operator_id, created_at / ${dayMs}, status || '_payouts' FROM payouts`

/** Asks how many lists have another length on a day than is kept, on either database and at one moment. */
export const wrongCountsQuery = `
  SELECT count(*) AS wrong FROM (
    SELECT operator_id, list, day FROM (
      SELECT operator_id, list, day, total FROM list_counts
      UNION ALL SELECT operator_id, list, day, -1 FROM (${counted}) AS found
    ) AS either GROUP BY operator_id, list, day HAVING sum(total) <> 0
  ) AS differing`

/** Counts all lists anew, on either database. */
export const countAnew = [
  'DELETE FROM list_counts',
  `INSERT INTO list_counts (operator_id, list, day, total)
    SELECT operator_id, list, day, count(*) FROM (${counted}) AS found GROUP BY operator_id, list, day`,
] as const

/** Whether all is as it should be. */
export function areCountsRight({ wrong, missingTriggers }: CountsSeen): boolean {
  return wrong === 0 && missingTriggers.length === 0
}

/** The triggers that these steps leave, by name, each as the last of them makes it. */
export function triggersOf(steps: readonly Migration[]): ReadonlyMap<string, string> {
  const triggers = new Map<string, string>()
  for (const statement of steps.flatMap(({ sql }) => sql.split('--> statement-breakpoint'))) {
    const [, what, name = ''] = /^\s*(CREATE|DROP) TRIGGER ["`]?(\w+)/.exec(statement) ?? []
    if (what === 'CREATE') triggers.set(name, statement)
    if (what === 'DROP') triggers.delete(name)
  }
  return triggers
}
