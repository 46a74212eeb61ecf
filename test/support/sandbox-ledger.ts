import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseSettings } from './database.ts'

/** A charge or a refund as the test money provider entered it. */
export interface SandboxLedgerEntry {
  readonly kind: 'charge' | 'refund'
  readonly outcome: string
  readonly amount: number
  readonly key: string
  readonly ref: string
}

/** The ledger of test money in a data folder, which the provider and its test write. */
export interface SandboxLedger {
  /** The entries, also while the provider is down. */
  entries(): SandboxLedgerEntry[]
  /**
   * Sets the entry of a key, also while the provider is down. In a folder it is the exact text; in a table each column holds its
   * part of the text.
   */
  write(key: string, text: string): void
  /** Makes the ledger unreadable. */
  breakDown(): void
  recover(): void
}

export function sandboxLedgerOf(dataDir: string): SandboxLedger {
  const { CHARABANC_DATABASE_URL: url } = databaseSettings(dataDir)
  return url === undefined ? ledgerIn(join(dataDir, 'sandbox-ledger')) : ledgerAt(url)
}

function ledgerIn(folder: string): SandboxLedger {
  const aside = `${folder}.aside`
  const keptIn = () => (existsSync(folder) && statSync(folder).isFile() ? aside : folder)
  return {
    entries() {
      const kept = keptIn()
      if (!existsSync(kept)) return []
      const names = readdirSync(kept).filter((name) => name.endsWith('.json'))
      return names.map((name) => JSON.parse(readFileSync(join(kept, name), 'utf8')))
    },
    write(key, text) {
      const kept = keptIn()
      mkdirSync(kept, { recursive: true })
      writeFileSync(join(kept, `${createHash('sha256').update(key).digest('hex')}.json`), text)
    },
    breakDown() {
      if (existsSync(folder)) renameSync(folder, aside)
      writeFileSync(folder, 'out of order')
    },
    recover() {
      rmSync(folder)
      if (existsSync(aside)) renameSync(aside, folder)
    },
  }
}

function ledgerAt(url: string): SandboxLedger {
  return {
    entries: () => rowsAt(url, `select * from ${keptAt(url)}`),
    write(key, text) {
      const { outcome, ref, amount } = membersOf(text)
      const values = [key, 'charge', String(amount ?? 0), 'GBP', String(outcome ?? text), String(ref ?? '')].map(quoted)
      rowsAt(
        url,
        `insert into ${keptAt(url)} (key, kind, amount, currency_code, outcome, ref) values (${values.join()})
         on conflict (key) do update set outcome = excluded.outcome, ref = excluded.ref returning *`,
      )
    },
    breakDown: () => ask(url, 'alter table sandbox_ledger rename to sandbox_ledger_aside'),
    recover: () => ask(url, 'alter table sandbox_ledger_aside rename to sandbox_ledger'),
  }
}

function keptAt(url: string): string {
  return ask(url, "select coalesce(to_regclass('sandbox_ledger'), to_regclass('sandbox_ledger_aside'))").trim()
}

function membersOf(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) }
  } catch {
    return {}
  }
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

function rowsAt(url: string, query: string): SandboxLedgerEntry[] {
  const found = ask(url, `with found as (${query}) select coalesce(json_agg(found), '[]') from found`)
  return JSON.parse(found)
}

/** Waits synchronously for its answer: callers read a ledger within an expression. */
function ask(url: string, text: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['psql', url, '-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1', '-c', text])
  if (exitCode !== 0) throw new Error(`psql left with ${exitCode}: ${stderr}`)
  return stdout.toString()
}
