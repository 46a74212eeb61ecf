import { createHash } from 'node:crypto'
import type { ChargeOutcome } from '../../domain/payment.ts'
import type { CardPayments, ChargeAnswer } from './payments.ts'

type CardOutcomes = { readonly withCustomer: ChargeOutcome; readonly withoutCustomer: ChargeOutcome }

const always = (outcome: ChargeOutcome): CardOutcomes => ({ withCustomer: outcome, withoutCustomer: outcome })

/** Stripe's names for cards that behave in a known way, while the customer is there and without them. */
const cards: ReadonlyMap<string, CardOutcomes> = new Map([
  ['pm_card_visa', always('succeeded')],
  ['pm_card_chargeDeclined', always('declined')],
  ['pm_card_authenticationRequired', always('requires_action')],
  ['pm_card_chargeCustomerFail', { withCustomer: 'succeeded', withoutCustomer: 'declined' }],
])

export type LedgerEntry = ChargeAnswer & {
  readonly key: string
  readonly kind: 'charge' | 'refund'
  readonly amount: number
  readonly currencyCode: string
}

/** Where the provider of play money writes down what it did, seen by whatever process asks next. */
export type Ledger = {
  /** What was entered under a key, or null. Throws where that cannot be read. */
  find(key: string): Promise<LedgerEntry | null>
  /** Enters a charge or a refund, whole or not at all; of two with one key the second gets what the first one entered. */
  enter(entry: LedgerEntry): Promise<LedgerEntry>
}

/**
 * A card provider without a bank. Like a real one it remembers by itself: every charge and refund is an entry in `ledger`,
 * so a key it has seen is answered from there and never charged again, also after our process died or from another
 * thread. `delayMs` is how long a charge takes.
 */
export function sandboxPayments(ledger: Ledger, delayMs: number): CardPayments {
  return {
    kind: 'cards',
    name: 'sandbox',
    saveMethod: async (method) => (cards.has(method) ? method : null),
    async charge({ key, method, amount, currencyCode, isCustomerPresent }) {
      const outcome = cards.get(method)?.[isCustomerPresent ? 'withCustomer' : 'withoutCustomer']
      // What is no card was never charged, whatever release 0.1.0 entered for it.
      if (outcome === undefined) return { outcome: 'declined', ref: refFor('ch', key) }
      const known = await ledger.find(key)
      if (known !== null) return known
      if (delayMs > 0) await Bun.sleep(delayMs)
      return ledger.enter({ key, kind: 'charge', amount, currencyCode, outcome, ref: refFor('ch', key) })
    },
    readCharge: (key) => ledger.find(key),
    async refund({ key, amount, currencyCode }) {
      return ledger.enter({ key, kind: 'refund', amount, currencyCode, outcome: 'succeeded', ref: refFor('re', key) })
    },
  }
}

function refFor(prefix: string, key: string): string {
  return `${prefix}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`
}
