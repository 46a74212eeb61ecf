import type { ChargeAnswer } from './payments.ts'

/** An entry in the ledger of play money. Amounts are in minor units. */
export type LedgerEntry = ChargeAnswer & {
  readonly key: string
  /** Money taken or sent back; a page as it was opened; how one ended that took nothing. */
  readonly kind: 'charge' | 'refund' | 'page' | 'saved' | 'expired'
  readonly amount: number
  readonly currencyCode: string
  /** JSON of what a page shows. Card that paid on a page or was saved there. Charge that a refund goes back of. */
  readonly memo?: string | null
  /** Trip that it is for; `at` is when it was made (ms, by the wall clock). Ledgers of 0.1.0 say neither. */
  readonly tripRef?: string
  readonly at?: number
}

/** The ledger in which the provider of play money writes down what it did, seen by whatever process asks next. */
export type Ledger = {
  /** Finds the entry under a key, or null. Throws where that cannot be read. */
  find(key: string): Promise<LedgerEntry | null>
  /** Makes an entry, whole or not at all; of two with one key the second gets what the first one entered. */
  enter(entry: LedgerEntry): Promise<LedgerEntry>
  /** Every entry that a restored database may not know of. */
  entries(): Promise<readonly LedgerEntry[]>
}
