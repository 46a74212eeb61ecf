import type { ChargeAnswer } from './payments.ts'

/** An entry in the ledger of test money. Amounts are in minor units. */
export type LedgerEntry = ChargeAnswer & {
  readonly key: string
  /** A charge or a refund; an opened page; the end of a page without a charge. */
  readonly kind: 'charge' | 'refund' | 'page' | 'saved' | 'expired'
  readonly amount: number
  readonly currencyCode: string
  /** JSON of the content of a page. The card that paid on a page or was saved there. The charge that a refund belongs to. */
  readonly memo?: string | null
  /** Its trip; `at` is its time (ms, by the wall clock). Ledgers of 0.1.0 lack both. */
  readonly tripRef?: string
  readonly at?: number
}

/** The ledger of the provider of test money, shared by all processes. */
export type Ledger = {
  /** Finds the entry under a key, or null. Throws if it is unreadable. */
  find(key: string): Promise<LedgerEntry | null>
  /** Inserts an entry, whole or not at all. A second call with the same key gets the entry of the first. */
  enter(entry: LedgerEntry): Promise<LedgerEntry>
  /** Every entry that a restored database may lack. */
  entries(): Promise<readonly LedgerEntry[]>
}
