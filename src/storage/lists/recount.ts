import { dayMs } from '../../domain/instant.ts'
import type { Migration } from '../migrating/migration-files.ts'

/** A comparison of the stored lengths of lists with a full count. */
export type CountsSeen = {
  /** Number of wrong stored lengths, for each list and each day. */
  readonly wrong: number
  /** The missing triggers of the counts. */
  readonly missingTriggers: readonly string[]
}

/** Every row that counts in a list, with its list and day, as the triggers count it. */
const counted = `
  SELECT operator_id, offered_at / ${dayMs} AS day,
    CASE WHEN outcome = 'expired' AND declined_at IS NULL THEN 'expired_jobs' ELSE 'jobs' END AS list
  FROM offers WHERE outcome IS NULL OR outcome <> 'won'
  UNION ALL SELECT operator_id, departs_at / ${dayMs}, status || '_bookings' FROM bookings
  UNION ALL SELECT operator_id, created_at / ${dayMs}, status || '_payouts' FROM payouts`

/** Counts the lists whose length on a day differs from the stored one, on either database and at one moment. */
export const wrongCountsQuery = `
  SELECT count(*) AS wrong FROM (
    SELECT operator_id, list, day FROM (
      SELECT operator_id, list, day, total FROM list_counts
      UNION ALL SELECT operator_id, list, day, -1 FROM (${counted}) AS found
    ) AS either GROUP BY operator_id, list, day HAVING sum(total) <> 0
  ) AS differing`

/** Counts all lists again, on either database. */
export const recountStatements = [
  'DELETE FROM list_counts',
  `INSERT INTO list_counts (operator_id, list, day, total)
    SELECT operator_id, list, day, count(*) FROM (${counted}) AS found GROUP BY operator_id, list, day`,
] as const

/** Whether all counts are right. */
export function hasRightCounts({ wrong, missingTriggers }: CountsSeen): boolean {
  return wrong === 0 && missingTriggers.length === 0
}

/** The triggers after these steps, by name, each in its last form. */
export function listTriggers(steps: readonly Migration[]): ReadonlyMap<string, string> {
  const triggers = new Map<string, string>()
  for (const statement of steps.flatMap(({ sql }) => sql.split('--> statement-breakpoint'))) {
    const [, what, name = ''] = /^\s*(CREATE|DROP) TRIGGER ["`]?(\w+)/.exec(statement) ?? []
    if (what === 'CREATE') triggers.set(name, statement)
    if (what === 'DROP') triggers.delete(name)
  }
  return triggers
}
