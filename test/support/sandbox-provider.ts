import type { Market } from './market.ts'
import { sandboxLedgerOf } from './sandbox-ledger.ts'

/** The provider of play money, as a test with its ledger can make it behave. */
export function sandboxProviderOf(market: Market) {
  const ledger = sandboxLedgerOf(market.server.dataDir)

  function questions(ref: string) {
    const query = `select lease_token as lease, due_at as due from scheduler join payments on payments.id = subject_id
      join trips on trips.id = trip_id where scheduler.kind = 'charge' and ref = ?`
    return market.server.ask<{ lease: string | null; due: number }>(query, ref)
  }

  return {
    /** It throws, whatever it is asked. */
    breakDown: (): void => ledger.breakDown(),

    /** It answers as ever, and remembers what it had entered before it broke down. */
    recover: (): void => ledger.recover(),

    /** What it says of a charge from now on. */
    says: (key: string, text: string): void => ledger.write(key, text),

    /** How many of a trip's charges the provider is still to be asked about. */
    async questions(ref: string): Promise<number> {
      return (await questions(ref)).length
    },

    /** True while the provider is being asked about none of a trip's charges, nor about to be. */
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
