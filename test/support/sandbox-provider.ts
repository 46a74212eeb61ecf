import type { Market } from './market.ts'
import { sandboxLedgerOf } from './sandbox-ledger.ts'

/** The test money provider, as a test with its ledger can control it. */
export function sandboxProviderOf(market: Market) {
  const ledger = sandboxLedgerOf(market.server.dataDir)

  function questions(ref: string) {
    const query = `select lease_token as lease, due_at as due from scheduler join payments on payments.id = subject_id
      join trips on trips.id = trip_id where scheduler.kind = 'charge' and ref = ?`
    return market.server.ask<{ lease: string | null; due: number }>(query, ref)
  }

  return {
    /** Makes it throw on every call. */
    breakDown: (): void => ledger.breakDown(),

    /** Makes it answer normally, with the entries from before it broke down. */
    recover: (): void => ledger.recover(),

    /** Sets its answer about a charge. */
    says: (key: string, text: string): void => ledger.write(key, text),

    /** The number of a trip's charges that the server must still ask about. */
    async questions(ref: string): Promise<number> {
      return (await questions(ref)).length
    },

    /** Whether the server asks about no charge of a trip now, and about none soon. */
    async isQuiet(ref: string): Promise<boolean> {
      return (await questions(ref)).every(({ lease, due }) => lease === null && due > market.now())
    },

    /** Every payment of a trip, oldest first. */
    payments(ref: string): Promise<{ key: string; kind: string; status: string; amount: number; method: string | null }[]> {
      const query = `select provider_key as key, kind, payments.status, amount, method from payments
        join trips on trips.id = trip_id where ref = ? order by payments.id`
      return market.server.ask(query, ref)
    },
  }
}

/** An entry as the provider writes it. */
export function sandboxEntryText(key: string, outcome: unknown, amount = 12_800): string {
  return JSON.stringify({ key, kind: 'charge', amount, currencyCode: 'GBP', outcome, ref: `ch_${key}` })
}
