import type { Database } from 'bun:sqlite'
import { isBusy, translateSqlite } from './faults.ts'

const pauseMs = 25

/**
 * Writes the whole file anew and empties its log, so that neither keeps a trace of what was deleted: pages that were split or
 * merged leave copies of their rows behind, which `secure_delete` alone does not reach. Readers go on; writers wait.
 * Refuses `unavailable` when somebody holds the file for longer than `waitsMs`.
 */
export async function scourSqlite(database: Database, waitsMs: number): Promise<void> {
  const deadline = performance.now() + waitsMs
  database.run('PRAGMA secure_delete = ON')
  await patiently(deadline, () => rewrite(database))
  await patiently(deadline, () => emptyLog(database))
}

/** Scours as `scourSqlite` does, for a process that starts and serves no one yet: this thread waits too. */
export function scourAtStart(database: Database, waitsMs: number): void {
  const deadline = performance.now() + waitsMs
  database.run('PRAGMA secure_delete = ON')
  for (const attempt of [() => rewrite(database), () => emptyLog(database)]) {
    while (!isDone(deadline, attempt)) Bun.sleepSync(pauseMs)
  }
}

async function patiently(deadline: number, attempt: () => boolean): Promise<void> {
  while (!isDone(deadline, attempt)) await Bun.sleep(pauseMs)
}

/** False where somebody is in the way who may be gone in a moment. */
function isDone(deadline: number, attempt: () => boolean): boolean {
  try {
    if (attempt()) return true
    if (performance.now() > deadline) throw Object.assign(new Error('a reader holds the log'), { code: 'SQLITE_BUSY' })
  } catch (fault) {
    if (!isBusy(fault) || performance.now() > deadline) throw translateSqlite(fault)
  }
  return false
}

/**
 * Writes the whole file anew. Without a folder for temporary files, as in a container whose root cannot be written,
 * memory takes their place.
 */
function rewrite(database: Database): boolean {
  try {
    database.run('VACUUM')
  } catch (fault) {
    if (isBusy(fault)) throw fault
    database.run('PRAGMA temp_store = MEMORY')
    database.run('VACUUM')
  }
  return true
}

/** False while somebody reads what has not left the log yet. */
function emptyLog(database: Database): boolean {
  const outcome = database.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()
  return outcome?.busy === 0
}
