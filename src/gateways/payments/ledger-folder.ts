import { createHash } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFaultCode } from '../../domain/fault-text.ts'
import type { Ledger, LedgerEntry } from './sandbox-entries.ts'

/** A ledger of test money in a folder, with a file for each key, for all processes of the machine. */
export function openFolderLedger(folder: string): Ledger {
  return {
    find: (key) => readLedgerEntry(folder, key),
    enter: (entry) => writeLedgerEntry(folder, entry),
    entries: () => listLedgerEntries(folder),
  }
}

/** Throws if an entry exists and is unreadable. */
async function readLedgerEntry(ledger: string, key: string): Promise<LedgerEntry | null> {
  try {
    return JSON.parse(await readFile(buildEntryPath(ledger, key), 'utf8'))
  } catch (fault) {
    if (isFileMissing(fault)) return null
    throw fault
  }
}

function isFileMissing(fault: unknown): boolean {
  return findFaultCode(fault) === 'ENOENT'
}

/** Writes an entry as a whole file or not at all. A second call with the same key gets the entry of the first. */
async function writeLedgerEntry(ledger: string, entry: LedgerEntry): Promise<LedgerEntry> {
  const path = buildEntryPath(ledger, entry.key)
  const draft = `${path}.${crypto.randomUUID()}`
  await mkdir(ledger, { recursive: true })
  await writeFile(draft, `${JSON.stringify(entry)}\n`)
  try {
    await link(draft, path)
    return entry
  } catch (fault) {
    const earlier = await readLedgerEntry(ledger, entry.key)
    if (earlier === null) throw fault
    return earlier
  } finally {
    await rm(draft, { force: true })
  }
}

async function listLedgerEntries(ledger: string): Promise<LedgerEntry[]> {
  const names = await readdir(ledger).catch((fault) => (isFileMissing(fault) ? [] : Promise.reject(fault)))
  const entries: LedgerEntry[] = []
  for (const name of names) if (name.endsWith('.json')) entries.push(JSON.parse(await readFile(join(ledger, name), 'utf8')))
  return entries
}

function buildEntryPath(ledger: string, key: string): string {
  return join(ledger, `${createHash('sha256').update(key).digest('hex')}.json`)
}
