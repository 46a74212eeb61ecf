import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Market } from './market.ts'

/** The provider of play money, as a test with its ledger can make it behave. */
export function bankOf(market: Market) {
  const ledger = join(market.server.dataDir, 'sandbox-ledger')
  const aside = `${ledger}.aside`

  function questions(ref: string): { lease: string | null; due: number }[] {
    using database = new Database(join(market.server.dataDir, 'charabanc.sqlite'), { readonly: true })
    const query = `select lease_token as lease, due_at as due from scheduler join payments on payments.id = subject_id
      join trips on trips.id = trip_id where scheduler.kind = 'charge' and ref = ?`
    return database.query<{ lease: string | null; due: number }, [string]>(query).all(ref)
  }

  return {
    /** It throws, whatever it is asked. */
    breakDown(): void {
      if (existsSync(ledger)) renameSync(ledger, aside)
      writeFileSync(ledger, 'out of order')
    },

    /** It answers as ever, and remembers what it had entered before it broke down. */
    recover(): void {
      rmSync(ledger)
      if (existsSync(aside)) renameSync(aside, ledger)
    },

    /** What it says of a charge from now on, byte for byte. */
    says(key: string, text: string): void {
      mkdirSync(ledger, { recursive: true })
      writeFileSync(join(ledger, `${createHash('sha256').update(key).digest('hex')}.json`), text)
    },

    /** How many of a trip's charges the provider is still to be asked about. */
    questions(ref: string): number {
      return questions(ref).length
    },

    /** True while the provider is being asked about none of a trip's charges, nor about to be. */
    isQuiet(ref: string): boolean {
      return questions(ref).every(({ lease, due }) => lease === null && due > market.now())
    },

    /** Every payment of a trip, oldest first. */
    payments(ref: string): { key: string; kind: string; status: string; amount: number }[] {
      using database = new Database(join(market.server.dataDir, 'charabanc.sqlite'), { readonly: true })
      const query = `select provider_key as key, kind, payments.status, amount from payments
        join trips on trips.id = trip_id where ref = ? order by payments.id`
      return database.query<{ key: string; kind: string; status: string; amount: number }, [string]>(query).all(ref)
    },
  }
}

/** An entry as the provider writes it. */
export function entry(key: string, outcome: unknown, amount = 12_800): string {
  return JSON.stringify({ key, kind: 'charge', amount, currencyCode: 'GBP', outcome, ref: `ch_${key}` })
}
