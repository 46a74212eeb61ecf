import type { Database } from 'bun:sqlite'
import { isDatabaseBusy, translateSqlite } from './faults.ts'

const pauseMs = 25

/**
 * Rewrites the whole file and empties its log, so that neither keeps a trace of deleted data. Split or merged pages leave
 * copies of their rows, which `secure_delete` alone does not reach. Readers continue; writers wait. Refuses `unavailable` if
 * another process locks the file for longer than `waitsMs`.
 */
export async function scourSqlite(database: Database, waitsMs: number): Promise<void> {
  const deadline = performance.now() + waitsMs
  database.run('PRAGMA secure_delete = ON')
  await patiently(deadline, () => rewrite(database))
  await patiently(deadline, () => emptyLog(database))
}

/** Scours as `scourSqlite` does, for a starting process without callers, so that this thread can wait too. */
export function scourAtStart(database: Database, waitsMs: number): void {
  const deadline = performance.now() + waitsMs
  database.run('PRAGMA secure_delete = ON')
  for (const attempt of [() => rewrite(database), () => emptyLog(database)]) {
    while (!tryUntilDone(deadline, attempt)) Bun.sleepSync(pauseMs)
  }
}

async function patiently(deadline: number, attempt: () => boolean): Promise<void> {
  while (!tryUntilDone(deadline, attempt)) await Bun.sleep(pauseMs)
}

/** Retries until the deadline; false if another connection blocks it. */
function tryUntilDone(deadline: number, attempt: () => boolean): boolean {
  try {
    if (attempt()) return true
    if (performance.now() > deadline) throw Object.assign(new Error('a reader holds the log'), { code: 'SQLITE_BUSY' })
  } catch (fault) {
    if (!isDatabaseBusy(fault) || performance.now() > deadline) throw translateSqlite(fault)
  }
  return false
}

/** Rewrites the whole file. Without a folder for temporary files, as in a container with a read-only root, it uses memory. */
function rewrite(database: Database): boolean {
  try {
    database.run('VACUUM')
  } catch (fault) {
    if (isDatabaseBusy(fault)) throw fault
    database.run('PRAGMA temp_store = MEMORY')
    database.run('VACUUM')
  }
  return true
}

/** False while another connection reads from the log. */
function emptyLog(database: Database): boolean {
  const outcome = database.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()
  return outcome?.busy === 0
}
