import { dayMs, hourMs, minuteMs } from './instant.ts'

/** The status of a payment, or of the money of a booking request. */
export type PaymentStatus =
  /** A card is saved, with a booking request or for one. The confirmation charges it. */
  | 'card_saved'
  /** The provider opens a page, whose address no customer has yet. The provider's answer, or a missing one, changes it. */
  | 'opening'
  /** The page is open for the customer's card. A payment, its end or a cancellation moves it on. */
  | 'awaiting_customer'
  /**
   * The provider has the charge, at the confirmation or booking. Its answer changes it; without an answer in time it becomes
   * `in_doubt`.
   */
  | 'charging'
  /** The bank asks the customer to authenticate. Released when the lock ends, another card pays or the request ends. */
  | 'requires_action'
  /** The bank declined it. Final; another card is another payment. */
  | 'declined'
  /** The result at the provider is unknown. The worker asks again; a person who saw the money, or a release, settles it. */
  | 'in_doubt'
  /** Booking or confirming by transfer. `deposit-received` moves it on, and the end of the quote releases it. */
  | 'awaiting_transfer'
  /**
   * The money was received: the provider reported it, or a person who saw it. Final; a refund is a separate payment, also of a
   * late payment.
   */
  | 'succeeded'
  /**
   * Released before a payment was known, or before a bank was asked. A late payment makes it `succeeded`, and is refunded
   * whole.
   */
  | 'released'
  /** A refund is planned, after a cancellation or for a released payment. The worker sends it; a person sends a transfer. */
  | 'refund_due'
  /** The provider has the refund and waits for money or for a bank. It reports the result later. */
  | 'refund_pending'
  /**
   * The provider could not send it, or it was returned. A person sends it. It is planned again after a won dispute that blocked
   * it.
   */
  | 'refund_failed'
  /** The provider, or a person, sent the refund. It can still be returned within 30 days. */
  | 'refunded'
  /** Reversed by the person who recorded the money, because it was wrong or the money was lost. Final. */
  | 'reversed'

/** Statuses of an unfinished payment. */
export const openStatuses: readonly PaymentStatus[] = [
  'opening',
  'awaiting_customer',
  'charging',
  'requires_action',
  'awaiting_transfer',
  'in_doubt',
]

/** Whether a payment can still change. */
export function isUnfinishedPayment({ status }: { readonly status: PaymentStatus }): boolean {
  return openStatuses.includes(status)
}

/** Whether the money of a payment was received and counts: a late payment is refunded whole. */
export function hasPaid({ status, lateAt }: { readonly status: PaymentStatus; readonly lateAt: number | null }): boolean {
  return status === 'succeeded' && lateAt === null
}

export const paymentKinds = [
  /** Money for the booking of a quote. */
  'deposit',
  /** Balance after the deposit. */
  'balance',
  /** Money for extras. */
  'extra',
  /** A refund of another kind. */
  'refund',
] as const

/** A card that a customer saves for a booking request. It takes no money, and is not in the books. */
export type CardKeeping = 'save_card'

export type PaymentKind = (typeof paymentKinds)[number]

/** Kinds of money that people record as received. */
export const recordedKinds = ['deposit', 'balance', 'extra'] as const

/** Means by which people receive money outside the provider. */
export const recordedMeans = ['bank_transfer', 'cash', 'card_terminal', 'cheque', 'account'] as const

export const paymentMeans = ['card', ...recordedMeans] as const

export type PaymentMeans = (typeof paymentMeans)[number]

/** Means by which a customer who requests a booking can pay the deposit. */
export const depositMeans = ['card', 'bank_transfer'] as const satisfies readonly PaymentMeans[]

/** The means of a deposit, by its payment method. The provider never keeps a card under the name `bank_transfer`. */
export function findMeansOfDeposit({ paymentMethod }: { readonly paymentMethod: string | null }): (typeof depositMeans)[number] {
  return paymentMethod === 'bank_transfer' ? 'bank_transfer' : 'card'
}

/**
 * The origin of a payment: the operator's confirmation, the customer's booking or payment, or the clock when the balance fell
 * due. Others are a person's record, and the cancellation of its subject.
 */
export type PaymentOrigin = 'confirm' | 'book' | 'pay' | 'clock' | 'record' | 'cancel'

/** Whether the customer can confirm the payment with their bank. */
export function isCustomerPresent(origin: PaymentOrigin): boolean {
  return origin === 'book' || origin === 'pay'
}

export const chargeOutcomes = ['succeeded', 'declined', 'requires_action'] as const

/** The outcome of one charge, from a provider. A card that needs authentication is an outcome, not an error. */
export type ChargeOutcome = (typeof chargeOutcomes)[number]

/** A saved card: its name at the provider, and its displayed facts. `expires` is a month such as 2029-04. */
export type KeptCard = {
  readonly method: string
  readonly brand: string | null
  readonly last4: string | null
  readonly expires: string | null
}

/** Money that a provider has taken; `ref` is its name for the charge. */
export type TakenMoney = { readonly ref: string; readonly amount: number; readonly currencyCode: string }

/**
 * Findings about a charge. `ref` is the provider's own name for it, null without one, and `fault` the bank's code for a
 * failure. `isSilent` means no deciding answer, `isUnknown` an inconclusive answer, `isBusy` an answer of 429 or 5xx. `card`
 * was entered on a page. `taken` is an amount other than the requested one. `isGivenUp` means released without taking money.
 * `rejection` is the fault of our own call. In the last two cases no bank was asked.
 */
export type ChargeFinding = {
  readonly status: ChargeOutcome | 'in_doubt'
  readonly ref: string | null
  readonly fault?: string | null
  readonly isSilent?: boolean
  readonly isUnknown?: boolean
  readonly isBusy?: boolean
  readonly taken?: TakenMoney | undefined
  readonly isGivenUp?: boolean
  readonly card?: KeptCard
  readonly rejection?: Error
}

/** The provider gave no usable answer. */
export const inDoubt: ChargeFinding = { status: 'in_doubt', ref: null }

/** Reads an answer of a provider; any unknown answer is in doubt. */
export function readChargeAnswer(answer: unknown): ChargeFinding {
  if (typeof answer !== 'object' || answer === null) return inDoubt
  const { outcome, ref, fault } = answer as { readonly outcome?: unknown; readonly ref?: unknown; readonly fault?: unknown }
  const status = chargeOutcomes.find((known) => known === outcome)
  if (status === undefined || typeof ref !== 'string' || ref === '') return inDoubt
  return { status, ref, fault: typeof fault === 'string' ? fault : null }
}

const onItsWayMs = hourMs

/** The finding about an unknown charge at the provider, begun at `createdAt` (ms). Within the hour it may still arrive. */
export function readSilence(createdAt: number, now: number): ChargeFinding {
  return now - createdAt < onItsWayMs ? inDoubt : { status: 'declined', ref: null }
}

/** Milliseconds for which a payment without a deciding answer is checked at its provider. */
const stillAskedMs = 30 * dayMs

/** Milliseconds for which a refund is checked at its provider: a pending one, and a sent one that may be returned. */
export const refundAskedMs = 30 * dayMs

/** Whether a released charge or page begun at `createdAt` (ms) is still checked without a deciding answer. */
export function isRefundStillChecked(createdAt: number, now: number): boolean {
  return now - createdAt < stillAskedMs
}

/**
 * Whether a balance in doubt since `updatedAt` (ms) is released, because the provider answers and does not know it. A deposit
 * in doubt ends with its lock.
 */
export function isDoubtOver(
  { kind, status, updatedAt }: { readonly kind: string; readonly status: PaymentStatus; readonly updatedAt: number },
  now: number,
): boolean {
  return kind !== 'deposit' && status === 'in_doubt' && now >= updatedAt + dayMs
}

/** Fault in a refund of a charge that the provider does not know. */
export const noCharge = 'no_charge'

/** Whether a refund belongs to a charge that the provider does not know, so that a person must report whether it was sent. */
export function isOfUnknownCharge({ status, fault }: { readonly status: PaymentStatus; readonly fault: string | null }): boolean {
  return fault === noCharge && (status === 'refund_due' || status === 'refund_pending')
}

/** Milliseconds for which a quote stays locked while the customer authenticates a card (contract, state table). */
export const cardLockMs = 30 * minuteMs

const firstWaitMs = 1_000
const longestWaitMs = minuteMs

/**
 * Instant of the next check of a charge begun at `createdAt`. The wait is as long as the doubt so far, a second at least and a
 * minute at most (all ms).
 */
export function computeNextAskTime(createdAt: number, now: number): number {
  return now + Math.min(Math.max(now - createdAt, firstWaitMs), longestWaitMs)
}

/** Longest wait (ms) for a busy provider. */
export const longestBusyWaitMs = 16 * minuteMs

/**
 * Instant (ms) of the next check at a busy provider: after twice the last wait, sixteen minutes at most, and never before
 * `usualAt` (ms).
 */
export function computeBusyAskTime(usualAt: number, lastWaitMs: number, now: number): number {
  return Math.max(usualAt, now + Math.min(2 * lastWaitMs, longestBusyWaitMs))
}
