import { Database } from 'bun:sqlite'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { queryDatabase } from './database.ts'
import type { WriteMeter } from './write-meter.ts'

/** Pages that were written to the write-ahead log of a SQLite file, and the commits that end with the last page of each. */
export interface WrittenPages {
  readonly pages: number
  readonly commits: number
}

const headerBytes = 32
const frameHeaderBytes = 24

/** Counts by the write-ahead log: a transaction writes a page for every table and every index that it touches. */
export function sqliteWriteMeter(dataDir: string): WriteMeter<WrittenPages> {
  const frames = () => framesOf(join(dataDir, 'charabanc.sqlite-wal'))
  return {
    ask: (query, ...values) => queryDatabase(dataDir, query, ...values),
    begin: async () => emptyLog(join(dataDir, 'charabanc.sqlite')),
    length: async () => frames().length,
    counts: async () => ({ pages: frames().length, commits: frames().filter((isCommit) => isCommit).length }),
  }
}

/** Brings the log into the file, so that it begins anew with the next commit. Waits for whoever reads. */
function emptyLog(path: string): void {
  using database = new Database(path)
  database.run('PRAGMA busy_timeout = 10000')
  const outcome = database.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()
  if (outcome?.busy !== 0) throw new Error('The write-ahead log could not be emptied.')
}

/** Whether it ends a commit, of every frame in a log (sqlite.org/fileformat2.html, 4.1). */
function framesOf(path: string): boolean[] {
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  if (log.length < headerBytes) return []
  const [pageSize, salt] = [log.readUInt32BE(8), log.readUInt32BE(16)]
  const frames: boolean[] = []
  for (let at = headerBytes; at + frameHeaderBytes + pageSize <= log.length; at += frameHeaderBytes + pageSize) {
    if (log.readUInt32BE(at + 8) !== salt) break
    frames.push(log.readUInt32BE(at + 4) !== 0)
  }
  return frames
}
