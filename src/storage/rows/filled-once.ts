import { lockFilling } from '../locks.ts'
import { findServerSetting, saveServerSetting } from '../queries/server-settings.ts'
import type { Reader, Storage, Writer } from '../storage.ts'
import type { FillingNote } from '../tables/settings.ts'

/**
 * Fills in missing values of rows from earlier releases, once for a database. `batch` does so for some rows after an id, in a
 * transaction, and returns their ids in order; no id ends it. It resumes after an interruption, from the note under `name`.
 * Refuses `unavailable` if another process locks the database.
 */
export async function fillOnce(
  storage: Storage,
  name: string,
  batch: (tx: Writer, afterId: number) => Promise<readonly number[]>,
  now: number,
): Promise<void> {
  let note = await storage.read((db) => readNote(db, name))
  while (!note.isDone) {
    note = await storage.transact(async (tx) => {
      await lockFilling(tx, name)
      const before = await readNote(tx, name)
      if (before.isDone) return before
      const lastId = (await batch(tx, before.lastId)).at(-1)
      const after: FillingNote = { lastId: lastId ?? before.lastId, isDone: lastId === undefined }
      await saveServerSetting(tx, { name, value: after, encrypted: null, updatedAt: now })
      return after
    })
  }
}

async function readNote(db: Reader, name: string): Promise<FillingNote> {
  const found = await findServerSetting(db, name)
  return (found?.value ?? { lastId: 0, isDone: false }) as FillingNote
}
