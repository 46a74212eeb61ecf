import type { Author } from '../../domain/activity.ts'
import { insertActivities } from '../queries/activities.ts'
import type { Writer } from '../storage.ts'
import { buildActivityLines } from './activity-lines.ts'
import type { ChangeNotes } from './change-notes.ts'

/** The parts that write a transaction into the log. */
export type Logging = { readonly notes: ChangeNotes; readonly author: Author; readonly clock: () => number }

/** Does the work of a transaction, and then writes its activity into the log. */
export async function runLogged<T>(tx: Writer, { notes, author, clock }: Logging, work: (tx: Writer) => Promise<T>): Promise<T> {
  notes.begin()
  const result = await work(tx)
  const lines = buildActivityLines(notes.changes())
  if (lines.length > 0) {
    await insertActivities(tx, lines, author, clock())
    tx.noteDue('streams', 0)
  }
  return result
}
