import { Database } from 'bun:sqlite'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { queryDatabase } from './database.ts'
import type { WriteMeter } from './write-meter.ts'

/** Pages written to the write-ahead log of a SQLite file, and commits, each of which ends with its last page. */
export interface WrittenPages {
  readonly pages: number
  readonly commits: number
}

const headerBytes = 32
const frameHeaderBytes = 24

/** Counts by the write-ahead log: a transaction writes a page for every table and every index that it changes. */
export function sqliteWriteMeter(dataDir: string): WriteMeter<WrittenPages> {
  const frames = () => framesOf(join(dataDir, 'charabanc.sqlite-wal'))
  return {
    ask: (query, ...values) => queryDatabase(dataDir, query, ...values),
    begin: async () => emptyLog(join(dataDir, 'charabanc.sqlite')),
    length: async () => frames().length,
    counts: async () => ({ pages: frames().length, commits: frames().filter((isCommit) => isCommit).length }),
  }
}

/** Moves the log into the file, so that the next commit starts a new log. Waits for readers. */
function emptyLog(path: string): void {
  using database = new Database(path)
  database.run('PRAGMA busy_timeout = 10000')
  const outcome = database.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()
  if (outcome?.busy !== 0) throw new Error('The write-ahead log could not be emptied.')
}

/** For every frame in a log, whether it ends a commit (sqlite.org/fileformat2.html, 4.1). */
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
