import { createHash } from 'node:crypto'
import type { CardPayments, ChargeAnswer, Payments, ProviderDispute } from './payments.ts'
import { playCards } from './sandbox-cards.ts'
import type { Ledger, LedgerEntry } from './sandbox-entries.ts'
import { listSandboxMadeSince, sumRefunded } from './sandbox-made.ts'
import { openSandboxPages, type SandboxPages } from './sandbox-pages.ts'

/** The provider of test money, which has its pages on this server. */
export type SandboxPayments = CardPayments & { readonly pages: SandboxPages }

/**
 * A card provider without a bank. Like a real one it has its own memory: every charge, refund and page is an entry in `ledger`.
 * A known key gets its stored result and is never charged again, also after a crash or from another thread. `delayMs` is the
 * duration of a charge.
 */
export function createSandboxPayments(ledger: Ledger, delayMs: number, wallClock: () => number = Date.now): SandboxPayments {
  const pages = openSandboxPages(ledger, { delayMs, wallClock, refFor: buildSandboxRef })
  return {
    kind: 'cards',
    name: 'sandbox',
    method: 'card',
    takesNames: true,
    isLive: null,
    takes: () => true,
    least: () => 1,
    saveMethod: async (method) => (playCards.has(method) ? method : null),
    openPayer: async ({ tripRef }, known) => known ?? buildSandboxRef('cus', tripRef),
    openPage: pages.open,
    readPage: pages.read,
    closePage: pages.close,
    prepare: async ({ key }) => ({ ref: buildSandboxRef('pi', key) }),
    async charge(_ref, { key, tripRef, method, amount, currencyCode, isCustomerPresent }) {
      const outcome = playCards.get(method)?.[isCustomerPresent ? 'withCustomer' : 'withoutCustomer']
      const ref = buildSandboxRef('ch', key)
      // An unknown card was never charged, whatever the entry of release 0.1.0.
      if (outcome === undefined) return { outcome: 'declined', ref }
      const answerFor = (entry: LedgerEntry) => addDeclineFault(toChargeAnswer(entry), isCustomerPresent)
      const known = await ledger.find(key)
      if (known !== null) return answerFor(known)
      if (delayMs > 0) await Bun.sleep(delayMs)
      const entry = { key, kind: 'charge', amount, currencyCode, outcome, ref, tripRef, at: wallClock() } as const
      return answerFor(await ledger.enter(entry))
    },
    async cancelCharge(_ref, { key, isCustomerPresent }) {
      const known = await ledger.find(key)
      return known === null ? null : addDeclineFault(toChargeAnswer(known), isCustomerPresent)
    },
    async refund({ key, tripRef, amount, currencyCode, chargeRef: memo }) {
      const what = { key, kind: 'refund', amount, currencyCode, outcome: 'succeeded', ref: buildSandboxRef('re', key) } as const
      const { ref } = await ledger.enter({ ...what, memo, tripRef, at: wallClock() })
      return { status: 'refunded', ref, why: null }
    },
    returnedOf: async (chargeRef) => sumRefunded(await ledger.entries(), chargeRef),
    forget: async () => {},
    disputesSince: () => noDisputes,
    listCreatedSince: (at) => listSandboxMadeSince(ledger, pages, at),
    readWebhook: async () => null,
    pages,
  }
}

/** The pages of test money; null for other payments. */
export function findSandboxPages(payments: Payments): SandboxPages | null {
  return isSandbox(payments) ? payments.pages : null
}

function isSandbox(payments: Payments): payments is SandboxPayments {
  return payments.name === 'sandbox' && 'pages' in payments
}

/** A decline without the customer may pass in some days, as a bank's general decline may. */
function addDeclineFault(answer: ChargeAnswer, isCustomerPresent: boolean): ChargeAnswer {
  return answer.outcome === 'declined' && !isCustomerPresent ? { ...answer, fault: 'generic_decline' } : answer
}

/** The result of a charge from its entry: `declined` for a page without a payment. */
function toChargeAnswer(entry: LedgerEntry): ChargeAnswer {
  const { kind, key } = entry
  return kind === 'page' || kind === 'saved' || kind === 'expired'
    ? { outcome: 'declined', ref: buildSandboxRef('ch', key) }
    : entry
}

const noDisputes: AsyncIterable<ProviderDispute> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
}

function buildSandboxRef(prefix: string, key: string): string {
  return `${prefix}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`
}
