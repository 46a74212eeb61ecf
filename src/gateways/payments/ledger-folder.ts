import { createHash } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../domain/fault-text.ts'
import type { Ledger, LedgerEntry } from './sandbox-entries.ts'

/** A ledger of play money in a folder, a file for each key, which any process on the machine may write to. */
export function folderLedger(folder: string): Ledger {
  return { find: (key) => find(folder, key), enter: (entry) => enter(folder, entry), entries: () => entriesOf(folder) }
}

/** Throws where an entry is there and cannot be read. */
async function find(ledger: string, key: string): Promise<LedgerEntry | null> {
  try {
    return JSON.parse(await readFile(entryPath(ledger, key), 'utf8'))
  } catch (fault) {
    if (isMissing(fault)) return null
    throw fault
  }
}

function isMissing(fault: unknown): boolean {
  return codeOf(fault) === 'ENOENT'
}

/** The file appears whole or not at all; the second call with a key gets what the first one entered. */
async function enter(ledger: string, entry: LedgerEntry): Promise<LedgerEntry> {
  const path = entryPath(ledger, entry.key)
  const draft = `${path}.${crypto.randomUUID()}`
  await mkdir(ledger, { recursive: true })
  await writeFile(draft, `${JSON.stringify(entry)}\n`)
  try {
    await link(draft, path)
    return entry
  } catch (fault) {
    const earlier = await find(ledger, entry.key)
    if (earlier === null) throw fault
    return earlier
  } finally {
    await rm(draft, { force: true })
  }
}

async function entriesOf(ledger: string): Promise<LedgerEntry[]> {
  const names = await readdir(ledger).catch((fault) => (isMissing(fault) ? [] : Promise.reject(fault)))
  const entries: LedgerEntry[] = []
  for (const name of names) if (name.endsWith('.json')) entries.push(JSON.parse(await readFile(join(ledger, name), 'utf8')))
  return entries
}

function entryPath(ledger: string, key: string): string {
  return join(ledger, `${createHash('sha256').update(key).digest('hex')}.json`)
}
