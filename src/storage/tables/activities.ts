import { sql } from 'drizzle-orm'
import type { ActivityCode, ActivityKind, AuthorKind } from '../../domain/activity.ts'
import type { Columns } from '../columns.ts'

/** The table of the activity on an account. */
export function activityTables(c: Columns) {
  /**
   * A change, as one operator can see it. Written at the end of its transaction, and not changed. It contains no names: they
   * are looked up on reading. Deleted by the purge after 15 months.
   */
  const activities = c.table(
    'activities',
    {
      id: c.id(),
      operatorId: c.int().notNull(),
      kind: c.text().$type<ActivityKind>().notNull(),
      what: c.text().$type<ActivityCode>().notNull(),
      /** Its trip; null for none. */
      ref: c.text(),
      byKind: c.text().$type<AuthorKind>().notNull(),
      credentialId: c.int(),
      at: c.instant().notNull(),
    },
    (t) => [
      c.index('activities_newest').on(t.operatorId, t.at, t.id, t.kind),
      c.index('activities_of').on(t.operatorId, t.ref, t.at, t.id, t.kind).where(sql`ref is not null`),
    ],
  )

  return { activities }
}
