import type { ChargeOutcome } from '../../domain/payment.ts'

/** Money to take. `key` is derived from our own record, so that a provider asked twice charges once. */
type Charge = {
  readonly key: string
  readonly method: string
  /** Minor units. */
  readonly amount: number
  readonly currencyCode: string
  /** Whether the customer is there to answer their bank. */
  readonly isCustomerPresent: boolean
}

export type ChargeAnswer = { readonly outcome: ChargeOutcome; readonly ref: string }

type Refund = { readonly key: string; readonly chargeRef: string; readonly amount: number; readonly currencyCode: string }

/**
 * A provider that charges saved cards. Whatever throws, hangs or answers something else than it should left it unknown what
 * happened: ask again with the same key. That goes for a provider that refuses a second question while it answers the first (409).
 */
export type CardPayments = {
  readonly kind: 'cards'
  readonly name: string
  /** Keeps a card for a later charge, under the name given back; null when there is no such card. */
  saveMethod(method: string): Promise<string | null>
  charge(charge: Charge): Promise<ChargeAnswer>
  /** What became of the charge with this key, or null when the provider never heard of it. */
  readCharge(key: string): Promise<ChargeAnswer | null>
  refund(refund: Refund): Promise<{ readonly ref: string }>
}

/** Bank transfer: somebody reads the statement and marks the money received. */
export type TransferPayments = { readonly kind: 'transfer'; readonly name: string; readonly method: string }

/** Money by bank transfer, marked received by hand. */
export const manualPayments: TransferPayments = { kind: 'transfer', name: 'manual', method: 'bank_transfer' }

/** How customers pay on this server. */
export type Payments = CardPayments | TransferPayments
