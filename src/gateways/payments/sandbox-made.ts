import type { MadeThing } from './payments.ts'
import type { Ledger, LedgerEntry } from './sandbox-entries.ts'
import { readPageKey, type SandboxPages } from './sandbox-pages.ts'

/** Entries of a ledger of test money since (ms, by the wall clock), as `listCreatedSince` of a provider returns them. */
export async function* listSandboxMadeSince(ledger: Ledger, pages: SandboxPages, since: number): AsyncGenerator<MadeThing> {
  const entries = (await ledger.entries()).filter(({ at = 0 }) => at >= since)
  for (const entry of entries.filter(({ kind }) => kind === 'page')) {
    const { status } = await pages.read(entry.ref)
    if (status !== 'expired') yield { ...readEntryMark(entry), kind: 'page', key: readPageKey(entry), isOpen: status === 'open' }
  }
  const refunds = entries.filter(({ kind }) => kind === 'refund')
  // Read again, because a page may have been paid meanwhile.
  for (const entry of await ledger.entries()) {
    const { kind, outcome, amount, currencyCode, ref, at = 0 } = entry
    if (kind !== 'charge' || outcome !== 'succeeded' || at < since) continue
    yield { ...readEntryMark(entry), kind, amount, currencyCode, returnedAmount: sumRefunded(refunds, ref) }
  }
  for (const entry of refunds) {
    const { amount, currencyCode, memo } = entry
    yield { ...readEntryMark(entry), kind: 'refund', amount, currencyCode, chargeRef: memo ?? '', owedAt: null }
  }
}

/** The refunded sum of a charge, by the entries of a ledger. */
export function sumRefunded(entries: readonly LedgerEntry[], chargeRef: string): number {
  return entries.reduce((sum, { kind, memo, amount }) => (kind === 'refund' && memo === chargeRef ? sum + amount : sum), 0)
}

function readEntryMark({ ref, key, tripRef = '', at = 0 }: LedgerEntry) {
  return { ref, key, tripRef, at }
}
