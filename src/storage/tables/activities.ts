import { sql } from 'drizzle-orm'
import type { ActivityCode, ActivityKind, AuthorKind } from '../../domain/activity.ts'
import type { Columns } from '../columns.ts'

/** The table of what happened on an account, for its people to read. */
export function activityTables(c: Columns) {
  /**
   * A change, as one operator may know of it. Written at the end of the transaction that made it, and not changed. It names no one: who
   * it was is looked up when it is read. Deleted by the purge after 15 months.
   */
  const activities = c.table(
    'activities',
    {
      id: c.id(),
      operatorId: c.int().notNull(),
      kind: c.text().$type<ActivityKind>().notNull(),
      what: c.text().$type<ActivityCode>().notNull(),
      /** The trip it is about; null where it is about none. */
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
