import type { DisputeStatus } from '../../domain/dispute.ts'
import type { ChargeOutcome, KeptCard, TakenMoney } from '../../domain/payment.ts'

/** The payer of one trip. A provider stores the payer's cards under its own name, for this trip only. */
export type Payer = { readonly tripRef: string; readonly name: string; readonly email: string | null }

/** Marks that identify a payment of this server at the provider. `attempt` counts from 1 and is part of keys that can change. */
export type PaymentMark = { readonly key: string; readonly paymentId: number; readonly tripRef: string; readonly attempt: number }

/** A page of the provider for a customer's card. Amounts in minor units, `expiresAt` in ms by the wall clock. */
export type PaymentPage = PaymentMark & {
  /** The provider's name for the payer. */
  readonly payer: string
  /** Save a card without a charge, or charge `amount`. */
  readonly purpose: 'save_card' | 'payment'
  readonly amount: number
  readonly currencyCode: string
  /** Name of the payment's purpose, such as "Deposit". */
  readonly title: string
  readonly summary: string
  /** Text of the customer's consent beyond this payment: the card is saved and can be charged later. Null without one. */
  readonly consent: string | null
  /** Return address of the customer, after a payment or without one. It contains no token. */
  readonly backUrl: string
  readonly expiresAt: number
}

export type OpenedPage = { readonly ref: string; readonly url: string; readonly expiresAt: number }

/** The provider's state of a page. `ref` is its name for the charge. */
export type PageState =
  | { readonly status: 'open' }
  | { readonly status: 'expired' }
  | { readonly status: 'saved'; readonly card: KeptCard }
  | {
      readonly status: 'paid'
      readonly ref: string
      readonly amount: number
      readonly currencyCode: string
      readonly card: KeptCard
    }

/** Charge to a saved card. `key` is that of our own record, so that a repeated call charges once. */
export type Charge = PaymentMark & {
  /** The provider's name for the payer; null if it saves cards without one. */
  readonly payer: string | null
  readonly method: string
  /** Minor units. */
  readonly amount: number
  readonly currencyCode: string
  readonly summary: string
  /** Whether the customer can confirm the payment with the bank. */
  readonly isCustomerPresent: boolean
}

/**
 * The outcome of a charge. Without success it is final and charges nothing. `fault` is the code of the reason, null without one.
 */
export type ChargeAnswer = { readonly outcome: ChargeOutcome; readonly ref: string; readonly fault?: string | null }

/**
 * A refund to send. `key` derives from the payment's. `owedAt` (ms) distinguishes it from a refund of the same payment that a
 * restored database forgot.
 */
export type Refund = PaymentMark & {
  readonly chargeRef: string
  readonly amount: number
  readonly currencyCode: string
  readonly owedAt: number
}

/**
 * The state of a refund. `why` is the reason for people if it waits, failed or was sent outside this server. A charge that is
 * `unknown` can be another account's, so its state is unknown.
 */
export type RefundState = {
  readonly status: 'refunded' | 'pending' | 'failed' | 'unknown'
  readonly ref: string | null
  readonly why: RefundTrouble | null
}

type RefundTrouble =
  /** The account has insufficient funds. The refund is sent after a top-up. */
  | 'insufficient_funds'
  /** The customer's bank is already reversing the payment. */
  | 'disputed'
  /** The refund was sent on the provider's own pages. */
  | 'sent_elsewhere'
  /** The provider has not confirmed the result for a month. */
  | 'unanswered'
  | 'failed'

/** A dispute. Amount in minor units, instants in ms. */
export type ProviderDispute = {
  readonly ref: string
  readonly chargeRef: string
  readonly status: DisputeStatus
  readonly reason: string
  readonly amount: number
  readonly currencyCode: string
  readonly respondBy: number | null
  readonly openedAt: number
}

/**
 * A provider transaction for a payment of this server. `key` and `tripRef` come from our record, '' without one. Amounts in minor
 * units, `at` in ms by the wall clock, `owedAt` as in a `Refund`.
 */
export type MadeThing = { readonly ref: string; readonly key: string; readonly tripRef: string; readonly at: number } & (
  | { readonly kind: 'page'; readonly isOpen: boolean }
  | { readonly kind: 'charge'; readonly amount: number; readonly currencyCode: string; readonly returnedAmount: number }
  | {
      readonly kind: 'refund'
      readonly amount: number
      readonly currencyCode: string
      readonly chargeRef: string
      readonly owedAt: number | null
    }
)

/** Facts about the account of the key, from `askProviderAccount`. */
export type ProviderAccount = {
  readonly id: string
  readonly isLive: boolean
  readonly country: string | null
  readonly currencyCode: string | null
  readonly mayCharge: boolean
  /** Milliseconds by which this machine's clock is ahead of the provider's. */
  readonly clockAheadMs: number
}

/**
 * A provider of card payments, with its own page and saved cards. An exception, a timeout or an unexpected answer leaves the
 * result unknown: ask again with the same key. The same applies if the provider refuses a second call during the first (409). A
 * `ProviderFault` has more details.
 */
export type CardPayments = {
  readonly kind: 'cards'
  readonly name: string
  /** Payment method name for customers. The card itself is entered on a page. */
  readonly method: 'card'
  /** Whether customers can name a card instead of entering one on a page. */
  readonly takesNames: boolean
  /** Whether real money moves; null without a provider account. */
  readonly isLive: boolean | null
  /** Whether a currency (ISO 4217) can be charged. */
  takes(currencyCode: string): boolean
  /** The smallest charge in a currency, in minor units. */
  least(currencyCode: string): number
  /** Saves the customer's card for a later charge, under the returned name; null if there is no such card. */
  saveMethod(method: string): Promise<string | null>
  /** The provider's name for the payer. `known` is the earlier name of a payer whose name or address has changed. */
  openPayer(payer: Payer, known: string | null): Promise<string>
  openPage(page: PaymentPage): Promise<OpenedPage>
  readPage(ref: string): Promise<PageState>
  /** Never throws after the deadline, but returns the state. Never returns `open`. */
  closePage(ref: string, mark: Pick<PaymentMark, 'key' | 'attempt'>): Promise<PageState>
  /** Prepares a charge without charging, and returns the provider's name for it. */
  prepare(charge: Charge): Promise<{ readonly ref: string }>
  /** Makes the charge. Safe to repeat. A missing charge proves nothing, because it can belong to another account. */
  charge(ref: string, charge: Charge): Promise<ChargeAnswer>
  /** Prevents any further charge, and returns the result; null if the provider has no such charge. */
  cancelCharge(ref: string, charge: Charge): Promise<ChargeAnswer | null>
  /** Sends a refund, or finds the refund sent earlier with this key and returns its state. */
  refund(refund: Refund): Promise<RefundState>
  /**
   * The refunded amount of a charge, including refunds in progress and outside this server, in minor units. Null if the provider
   * does not know the charge.
   */
  returnedOf(chargeRef: string): Promise<number | null>
  /** Removes a saved card. A card that is not saved counts as removed. */
  forget(method: string): Promise<void>
  /** Disputes opened since (ms), oldest last. */
  disputesSince(at: number): AsyncIterable<ProviderDispute>
  /**
   * Valid transactions for payments of this server since (ms, by the wall clock): first open or completed pages, then charges,
   * then refunds that did not fail.
   */
  listCreatedSince(at: number): AsyncIterable<MadeThing>
  /** Returns the objects of a provider's call, for a check; null if the call is not genuine. */
  readWebhook(text: string, signature: string | null): Promise<ProviderCall | null>
}

/** A provider's call: its names of the objects, none if they belong to another server, and whether it is a dispute. */
export type ProviderCall = { readonly refs: readonly string[]; readonly isOfDispute: boolean }

/**
 * The error of a provider. `silent`: the result is unknown, ask again. `undecided`: the answer is inconclusive. `refused`: the
 * key is refused. `rejected`: the call is wrong and had no effect. The log contains only the facts in `told`.
 */
export class ProviderFault extends Error {
  /** Amount that the provider charged in spite of the error. */
  declare readonly taken?: TakenMoney

  constructor(
    readonly kind: 'silent' | 'undecided' | 'refused' | 'rejected',
    readonly told: {
      readonly requestId?: string | null
      readonly status?: number | null
      readonly code?: string | null
      readonly param?: string | null
    } = {},
    taken?: TakenMoney,
  ) {
    super(`The provider of card payments ${faultWords[kind]}${describeProviderFault(told)}.`)
    if (taken !== undefined) this.taken = taken
  }
}

/** Whether a provider is too busy (429) or has failed (5xx). */
export function isBusyFault(fault: unknown): boolean {
  const status = fault instanceof ProviderFault ? (fault.told.status ?? 0) : 0
  return status === 429 || status >= 500
}

/** The words of a fault for the log: the call to ask about, and no entered text. */
function describeProviderFault({ requestId, status, code, param }: ProviderFault['told']): string {
  const facts = Object.entries({ request: requestId, status, code, param }).flatMap(([name, fact]) =>
    fact == null ? [] : [`${name} ${fact}`],
  )
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`
}

const faultWords = {
  silent: 'did not answer',
  undecided: 'gave an inconclusive answer',
  refused: 'does not accept the key',
  rejected: 'rejected the call',
} as const

/** Bank transfer: a person checks the statement and marks the payment as received. */
export type TransferPayments = { readonly kind: 'transfer'; readonly name: string; readonly method: string }

/** Payments by bank transfer, marked as received by hand. */
export const manualPayments: TransferPayments = { kind: 'transfer', name: 'manual', method: 'bank_transfer' }

/** The payment method of this server. */
export type Payments = CardPayments | TransferPayments

/** The smallest payment in a currency, in minor units: 1 without a limit. */
export function findLeastCharge(payments: Payments, currencyCode: string): number {
  return payments.kind === 'cards' ? payments.least(currencyCode) : 1
}
