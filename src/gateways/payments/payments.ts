import type { DisputeStatus } from '../../domain/dispute.ts'
import type { ChargeOutcome, KeptCard, TakenMoney } from '../../domain/payment.ts'

/** The payer of one trip. A provider keeps their cards under a name of its own, for this trip alone. */
export type Payer = { readonly tripRef: string; readonly name: string; readonly email: string | null }

/**
 * Marks that tell a payment of ours apart from all others at the provider. `attempt` counts from 1 and is part of keys
 * that may change.
 */
export type PaymentMark = { readonly key: string; readonly paymentId: number; readonly tripRef: string; readonly attempt: number }

/** A page of the provider's, on which the customer types a card. Amounts in minor units, `expiresAt` in ms by the wall clock. */
export type PaymentPage = PaymentMark & {
  /** The provider's name for the payer. */
  readonly payer: string
  /** Keep a card and take nothing, or take `amount`. */
  readonly purpose: 'save_card' | 'payment'
  readonly amount: number
  readonly currencyCode: string
  /** Name of what is paid for, such as "Deposit". */
  readonly title: string
  readonly summary: string
  /** Text that the customer agrees to beyond this payment: the card is kept, and may be charged so later. Null for nothing. */
  readonly consent: string | null
  /** Address that the customer goes to afterwards, paid or not. It names no token. */
  readonly backUrl: string
  readonly expiresAt: number
}

export type OpenedPage = { readonly ref: string; readonly url: string; readonly expiresAt: number }

/** The state of a page as the provider tells it; `ref` is its name for the charge. */
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

/** Money to take from a card that is kept. `key` is our own record's, so that a provider asked twice charges once. */
export type Charge = PaymentMark & {
  /** The provider's name for the payer; null where it keeps cards without. */
  readonly payer: string | null
  readonly method: string
  /** Minor units. */
  readonly amount: number
  readonly currencyCode: string
  readonly summary: string
  /** Whether the customer is there to answer their bank. */
  readonly isCustomerPresent: boolean
}

/**
 * The outcome of a charge. Unless it succeeded it is over and takes no money any more. `fault` is the code of the
 * reason, null where none is said.
 */
export type ChargeAnswer = { readonly outcome: ChargeOutcome; readonly ref: string; readonly fault?: string | null }

/** Money to send back. `key` comes from the payment's; `owedAt` (ms) tells a refund from one of the same payment that a restored database forgot. */
export type Refund = PaymentMark & {
  readonly chargeRef: string
  readonly amount: number
  readonly currencyCode: string
  readonly owedAt: number
}

/**
 * The state of a refund. `why` says what a person has to know of one that waits, failed or was sent past us. A charge
 * that is `unknown` to the provider may be another account's: nothing is known of it.
 */
export type RefundState = {
  readonly status: 'refunded' | 'pending' | 'failed' | 'unknown'
  readonly ref: string | null
  readonly why: RefundTrouble | null
}

type RefundTrouble =
  /** The account holds too little; it sends when somebody tops it up. */
  | 'insufficient_funds'
  /** The customer's bank is taking the money back already. */
  | 'disputed'
  /** Somebody sent it by the provider's own pages. */
  | 'sent_elsewhere'
  /** The provider has not said for a month what became of it. */
  | 'unanswered'
  | 'failed'

/** A bank takes money back. Amount in minor units, instants in ms. */
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
 * Something that was made for a payment of this server's. `key` and `tripRef` are what it was told of our record, '' where it was not.
 * Amounts in minor units, `at` in ms by the wall clock, `owedAt` as in a `Refund`.
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

/** Facts about the account behind the key, as `accountOf` finds them out. */
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
 * A provider that takes cards, on a page of its own and from cards that it keeps. Whatever throws, hangs or answers something else than
 * it should left it unknown what happened: ask again with the same key. That goes for a provider that refuses a second question while it
 * answers the first (409). A `ProviderFault` says more.
 */
export type CardPayments = {
  readonly kind: 'cards'
  readonly name: string
  /** Name under which customers choose this way to pay; the card itself is typed on a page. */
  readonly method: 'card'
  /** Whether customers may name a card instead of typing one on a page. */
  readonly takesNames: boolean
  /** Whether money moves; null where there is none to move. */
  readonly isLive: boolean | null
  /** Whether money in a currency (ISO 4217) can be taken. */
  takes(currencyCode: string): boolean
  /** The least that can be taken in a currency, in minor units. */
  least(currencyCode: string): number
  /** Keeps a card for a later charge that the customer named, under the name given back; null when there is no such card. */
  saveMethod(method: string): Promise<string | null>
  /** The provider's name for who pays; `known` is what it called them before, whose name or address has changed since. */
  openPayer(payer: Payer, known: string | null): Promise<string>
  openPage(page: PaymentPage): Promise<OpenedPage>
  readPage(ref: string): Promise<PageState>
  /** Never throws because it is too late: says what it is. Never answers `open`. */
  closePage(ref: string, mark: Pick<PaymentMark, 'key' | 'attempt'>): Promise<PageState>
  /** Gets a charge ready, which takes no money; answers the provider's name for it. */
  prepare(charge: Charge): Promise<{ readonly ref: string }>
  /** Takes the money; safe any number of times. That the provider does not know what it had named decides nothing: it may be another account's. */
  charge(ref: string, charge: Charge): Promise<ChargeAnswer>
  /** Sees to it that nothing more is taken, and says what was; null where the provider never heard of it. */
  giveUp(ref: string, charge: Charge): Promise<ChargeAnswer | null>
  /** Sends money back, or finds what was sent under this key before and says how it stands. */
  refund(refund: Refund): Promise<RefundState>
  /**
   * The sum that has gone back of a charge or is on its way, also past us, in minor units. Null where the provider does
   * not know the charge.
   */
  returnedOf(chargeRef: string): Promise<number | null>
  /** Keeps a card no longer; one that is not kept counts as done. */
  forget(method: string): Promise<void>
  /** Disputes opened since (ms), oldest last. */
  disputesSince(at: number): AsyncIterable<ProviderDispute>
  /**
   * Things that were made for payments of this server's since (ms, by the wall clock) and still count. First come pages
   * that are open or done, then money that was taken, then refunds that did not fail.
   */
  madeSince(at: number): AsyncIterable<MadeThing>
  /** Says what a call of the provider's is about, to be looked at; null where it is not genuine. */
  wokenBy(text: string, signature: string | null): Promise<ProviderCall | null>
}

/** A call of the provider's: its names for what it is about, none where that is of another server, and whether that is a dispute. */
export type ProviderCall = { readonly refs: readonly string[]; readonly isOfDispute: boolean }

/**
 * The error that a provider gives instead of an answer. `silent`: no one knows what happened, ask again. `undecided`:
 * it answered, and that tells as little. `refused`: the key is not taken. `rejected`: the call itself is wrong, and
 * nothing came of it. Only what `told` holds of the answer goes to the log.
 */
export class ProviderFault extends Error {
  /** Money that the provider took in spite of the error. */
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
    super(`The provider of card payments ${faultWords[kind]}${toldIn(told)}.`)
    if (taken !== undefined) this.taken = taken
  }
}

/** Whether a provider is too busy to answer (429), or out of order (5xx). */
export function isBusyFault(fault: unknown): boolean {
  const status = fault instanceof ProviderFault ? (fault.told.status ?? 0) : 0
  return status === 429 || status >= 500
}

/** The words of a fault for the log: which call to ask about, and nothing that somebody typed. */
function toldIn({ requestId, status, code, param }: ProviderFault['told']): string {
  const facts = Object.entries({ request: requestId, status, code, param }).flatMap(([name, fact]) =>
    fact == null ? [] : [`${name} ${fact}`],
  )
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`
}

const faultWords = {
  silent: 'gave no answer',
  undecided: 'gave an answer that decides nothing',
  refused: 'does not take the key',
  rejected: 'rejects the call',
} as const

/** Bank transfer: somebody reads the statement and marks the money received. */
export type TransferPayments = { readonly kind: 'transfer'; readonly name: string; readonly method: string }

/** Money by bank transfer, marked received by hand. */
export const manualPayments: TransferPayments = { kind: 'transfer', name: 'manual', method: 'bank_transfer' }

/** The way in which customers pay on this server. */
export type Payments = CardPayments | TransferPayments

/** The least that customers of this server can pay in a currency, in minor units: 1 where no one asks for more. */
export function leastTakenBy(payments: Payments, currencyCode: string): number {
  return payments.kind === 'cards' ? payments.least(currencyCode) : 1
}
