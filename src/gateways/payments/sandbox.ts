import { createHash } from 'node:crypto'
import type { CardPayments, ChargeAnswer, Payments, ProviderDispute } from './payments.ts'
import { playCards } from './sandbox-cards.ts'
import type { Ledger, LedgerEntry } from './sandbox-entries.ts'
import { sandboxMadeSince, sumSentBack } from './sandbox-made.ts'
import { openSandboxPages, type SandboxPages } from './sandbox-pages.ts'

/** The provider of play money, which has its pages on this server. */
export type SandboxPayments = CardPayments & { readonly pages: SandboxPages }

/**
 * A card provider without a bank. Like a real one it remembers by itself: every charge, refund and page is an entry in `ledger`,
 * so a key it has seen is answered from there and never charged again, also after our process died or from another
 * thread. `delayMs` is how long a charge takes.
 */
export function sandboxPayments(ledger: Ledger, delayMs: number, wallClock: () => number = Date.now): SandboxPayments {
  const pages = openSandboxPages(ledger, { delayMs, wallClock, refFor })
  return {
    kind: 'cards',
    name: 'sandbox',
    method: 'card',
    takesNames: true,
    isLive: null,
    takes: () => true,
    least: () => 1,
    saveMethod: async (method) => (playCards.has(method) ? method : null),
    openPayer: async ({ tripRef }, known) => known ?? refFor('cus', tripRef),
    openPage: pages.open,
    readPage: pages.read,
    closePage: pages.close,
    prepare: async ({ key }) => ({ ref: refFor('pi', key) }),
    async charge(_ref, { key, tripRef, method, amount, currencyCode, isCustomerPresent }) {
      const outcome = playCards.get(method)?.[isCustomerPresent ? 'withCustomer' : 'withoutCustomer']
      const ref = refFor('ch', key)
      // What is no card was never charged, whatever release 0.1.0 entered for it.
      if (outcome === undefined) return { outcome: 'declined', ref }
      const answerFor = (entry: LedgerEntry) => withFault(chargeIn(entry), isCustomerPresent)
      const known = await ledger.find(key)
      if (known !== null) return answerFor(known)
      if (delayMs > 0) await Bun.sleep(delayMs)
      const entry = { key, kind: 'charge', amount, currencyCode, outcome, ref, tripRef, at: wallClock() } as const
      return answerFor(await ledger.enter(entry))
    },
    async giveUp(_ref, { key, isCustomerPresent }) {
      const known = await ledger.find(key)
      return known === null ? null : withFault(chargeIn(known), isCustomerPresent)
    },
    async refund({ key, tripRef, amount, currencyCode, chargeRef: memo }) {
      const what = { key, kind: 'refund', amount, currencyCode, outcome: 'succeeded', ref: refFor('re', key) } as const
      const { ref } = await ledger.enter({ ...what, memo, tripRef, at: wallClock() })
      return { status: 'refunded', ref, why: null }
    },
    returnedOf: async (chargeRef) => sumSentBack(await ledger.entries(), chargeRef),
    forget: async () => {},
    disputesSince: () => noDisputes,
    madeSince: (at) => sandboxMadeSince(ledger, pages, at),
    wokenBy: async () => null,
    pages,
  }
}

/** The pages of play money; null where payments are none. */
export function sandboxPagesOf(payments: Payments): SandboxPages | null {
  return isSandbox(payments) ? payments.pages : null
}

function isSandbox(payments: Payments): payments is SandboxPayments {
  return payments.name === 'sandbox' && 'pages' in payments
}

/** A decline without the customer may pass in some days, as a bank's general decline may. */
function withFault(answer: ChargeAnswer, isCustomerPresent: boolean): ChargeAnswer {
  return answer.outcome === 'declined' && !isCustomerPresent ? { ...answer, fault: 'generic_decline' } : answer
}

/** The answer for a charge that an entry gives, whatever is in it: `declined` for a page that took nothing. */
function chargeIn(entry: LedgerEntry): ChargeAnswer {
  const { kind, key } = entry
  return kind === 'page' || kind === 'saved' || kind === 'expired' ? { outcome: 'declined', ref: refFor('ch', key) } : entry
}

const noDisputes: AsyncIterable<ProviderDispute> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
}

function refFor(prefix: string, key: string): string {
  return `${prefix}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`
}
