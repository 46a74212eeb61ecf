import type { Author } from '../../domain/activity.ts'
import { insertActivities } from '../queries/activities.ts'
import type { Writer } from '../storage.ts'
import { activityLinesOf } from './activity-lines.ts'
import type { ChangeNotes } from './change-notes.ts'

/** The means by which a transaction gets into the log. */
export type Logging = { readonly notes: ChangeNotes; readonly author: Author; readonly clock: () => number }

/** Does the work of a transaction, and writes what it did into the log as the last of it. */
export async function doLogged<T>(tx: Writer, { notes, author, clock }: Logging, work: (tx: Writer) => Promise<T>): Promise<T> {
  notes.begin()
  const result = await work(tx)
  const lines = activityLinesOf(notes.changes())
  if (lines.length > 0) {
    await insertActivities(tx, lines, author, clock())
    tx.noteDue('streams', 0)
  }
  return result
}
