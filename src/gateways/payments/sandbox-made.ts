import type { MadeThing } from './payments.ts'
import type { Ledger, LedgerEntry } from './sandbox-entries.ts'
import { keyOfPage, type SandboxPages } from './sandbox-pages.ts'

/** Things that a ledger of play money holds since (ms, by the wall clock), as `madeSince` of a provider tells them. */
export async function* sandboxMadeSince(ledger: Ledger, pages: SandboxPages, since: number): AsyncGenerator<MadeThing> {
  const entries = (await ledger.entries()).filter(({ at = 0 }) => at >= since)
  for (const entry of entries.filter(({ kind }) => kind === 'page')) {
    const { status } = await pages.read(entry.ref)
    if (status !== 'expired') yield { ...markOf(entry), kind: 'page', key: keyOfPage(entry), isOpen: status === 'open' }
  }
  const refunds = entries.filter(({ kind }) => kind === 'refund')
  // Read again: a page may have been paid meanwhile.
  for (const entry of await ledger.entries()) {
    const { kind, outcome, amount, currencyCode, ref, at = 0 } = entry
    if (kind !== 'charge' || outcome !== 'succeeded' || at < since) continue
    yield { ...markOf(entry), kind, amount, currencyCode, returnedAmount: sumSentBack(refunds, ref) }
  }
  for (const entry of refunds) {
    const { amount, currencyCode, memo } = entry
    yield { ...markOf(entry), kind: 'refund', amount, currencyCode, chargeRef: memo ?? '', owedAt: null }
  }
}

/** The sum that has gone back of a charge, by the entries of a ledger. */
export function sumSentBack(entries: readonly LedgerEntry[], chargeRef: string): number {
  return entries.reduce((sum, { kind, memo, amount }) => (kind === 'refund' && memo === chargeRef ? sum + amount : sum), 0)
}

function markOf({ ref, key, tripRef = '', at = 0 }: LedgerEntry) {
  return { ref, key, tripRef, at }
}
