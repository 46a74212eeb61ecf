import { dayMs, hourMs, minuteMs } from './instant.ts'

/** The status of a payment, or of the money of a booking request. */
export type PaymentStatus =
  /** A card is kept, of a booking request or for one. The confirmation charges it. */
  | 'card_saved'
  /** A page of the provider's is being opened, of which no one has the address yet. The provider's answer moves it on, or none. */
  | 'opening'
  /** The page is open, and the customer types a card there. Paying moves it on, its end, or who closes it. */
  | 'awaiting_customer'
  /** Confirming or booking asked the provider. Its answer moves it on; none in time makes it `in_doubt`. */
  | 'charging'
  /** The bank asks the customer to authenticate. Released when the lock falls, another card pays or the request ends. */
  | 'requires_action'
  /** The bank refused. Final; another card is another payment. */
  | 'declined'
  /** No one can say whether the provider took it. The worker asks again; who saw the money, or gave up, settles it. */
  | 'in_doubt'
  /** Booking or confirming by transfer. Left by `deposit-received`, or released with the quote that waits. */
  | 'awaiting_transfer'
  /** The money is there: the provider said so, or somebody who saw it. Final; a refund is another payment, also of what came too late. */
  | 'succeeded'
  /** Given up before anything was known to be paid, or never asked of a bank. Money that comes all the same makes it `succeeded`, and goes back whole. */
  | 'released'
  /**
   * A refund is owed, by cancelling or of money for what was given up. The worker sends it; a transfer goes by hand.
   */
  | 'refund_due'
  /** The provider has the refund and waits for money or for a bank. It says later what came of it. */
  | 'refund_pending'
  /** The provider could not send it, or it came back. Somebody sends it by hand; it is owed again when a dispute that kept it is won. */
  | 'refund_failed'
  /** The provider sent the refund, or somebody did by hand. It may still come back within 30 days. */
  | 'refunded'
  /** Taken back by the person who recorded the money: it was not so, or was lost again. Final. */
  | 'reversed'

/** Statuses in which a payment is not over. */
export const openStatuses: readonly PaymentStatus[] = [
  'opening',
  'awaiting_customer',
  'charging',
  'requires_action',
  'awaiting_transfer',
  'in_doubt',
]

/** Whether something may still come of a payment. */
export function isOpen({ status }: { readonly status: PaymentStatus }): boolean {
  return openStatuses.includes(status)
}

/** Whether the money of a payment is there and counts: what came too late goes back whole. */
export function hasPaid({ status, lateAt }: { readonly status: PaymentStatus; readonly lateAt: number | null }): boolean {
  return status === 'succeeded' && lateAt === null
}

export const paymentKinds = [
  /** Money that makes a booking of a quote. */
  'deposit',
  /** Money that is owed beside the deposit. */
  'balance',
  /** Money for what came on top of the price. */
  'extra',
  /** Money that goes back of one of these. */
  'refund',
] as const

/** A card that a customer leaves for a booking request: the one payment that is none, and is in no books. */
export type CardKeeping = 'save_card'

export type PaymentKind = (typeof paymentKinds)[number]

/** Kinds of money that people record as received. */
export const recordedKinds = ['deposit', 'balance', 'extra'] as const

/** Means by which people receive money that no provider tells of. */
export const recordedMeans = ['bank_transfer', 'cash', 'card_terminal', 'cheque', 'account'] as const

export const paymentMeans = ['card', ...recordedMeans] as const

export type PaymentMeans = (typeof paymentMeans)[number]

/** Means by which a customer who asks to book can pay the deposit. */
export const depositMeans = ['card', 'bank_transfer'] as const satisfies readonly PaymentMeans[]

/** The means of a deposit, by its payment method. The gateway never keeps a card under the name `bank_transfer`. */
export function meansOfDeposit({ paymentMethod }: { readonly paymentMethod: string | null }): (typeof depositMeans)[number] {
  return paymentMethod === 'bank_transfer' ? 'bank_transfer' : 'card'
}

/**
 * The origin of a payment: the operator's confirmation, the customer's booking or paying, or the clock when the balance
 * fell due. It may also be somebody who recorded it, or the end of what it was for.
 */
export type PaymentOrigin = 'confirm' | 'book' | 'pay' | 'clock' | 'record' | 'cancel'

/** Whether the customer is there to answer their bank. */
export function isCustomerPresent(origin: PaymentOrigin): boolean {
  return origin === 'book' || origin === 'pay'
}

export const chargeOutcomes = ['succeeded', 'declined', 'requires_action'] as const

/** The outcome of one charge, as a provider tells it. A card that needs authentication is a state, not an error. */
export type ChargeOutcome = (typeof chargeOutcomes)[number]

/** A card that a provider keeps: what it is kept under, and what may be shown of it. `expires` is a month such as 2029-04. */
export type KeptCard = {
  readonly method: string
  readonly brand: string | null
  readonly last4: string | null
  readonly expires: string | null
}

/** Money that a provider has taken; `ref` is its name for the charge. */
export type TakenMoney = { readonly ref: string; readonly amount: number; readonly currencyCode: string }

/**
 * Findings about a charge. `ref` is the provider's own name for it, null where there is none, and `fault` the bank's
 * code for why not. `isSilent` says that nothing came which decides, `isUnknown` that the provider did answer, `isBusy`
 * that it answered 429 or 5xx. `card` is one that was typed on a page. `taken` is money of another amount than was asked
 * for. `isGivenUp` says that it was wanted no more and has taken nothing. `rejection` is what was wrong with our own
 * call. In both no bank was asked.
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

/** Nothing that anybody could act on came from the provider. */
export const inDoubt: ChargeFinding = { status: 'in_doubt', ref: null }

/** Reads an answer of a provider, whatever came; in doubt when it is not one that we know. */
export function readChargeAnswer(answer: unknown): ChargeFinding {
  if (typeof answer !== 'object' || answer === null) return inDoubt
  const { outcome, ref, fault } = answer as { readonly outcome?: unknown; readonly ref?: unknown; readonly fault?: unknown }
  const status = chargeOutcomes.find((known) => known === outcome)
  if (status === undefined || typeof ref !== 'string' || ref === '') return inDoubt
  return { status, ref, fault: typeof fault === 'string' ? fault : null }
}

const onItsWayMs = hourMs

/**
 * The finding about a charge begun at `createdAt` (ms) of which a provider has never heard. Within the hour it may
 * still be on its way.
 */
export function readSilence(createdAt: number, now: number): ChargeFinding {
  return now - createdAt < onItsWayMs ? inDoubt : { status: 'declined', ref: null }
}

/** Milliseconds for which a provider is asked again about what it says nothing of that decides. */
const stillAskedMs = 30 * dayMs

/** Milliseconds for which a provider is asked about a refund: one that waits, and one that was sent and may come back. */
export const refundAskedMs = 30 * dayMs

/** Whether a charge or a page begun at `createdAt` (ms) and given up is still asked about of which the provider says nothing that decides. */
export function isStillAsked(createdAt: number, now: number): boolean {
  return now - createdAt < stillAskedMs
}

/**
 * Whether what is owed beside a deposit has been in doubt for so long (since `updatedAt`, ms) that it is given up where the provider answers
 * and does not know it; a deposit in doubt ends with its lock.
 */
export function isDoubtOver(
  { kind, status, updatedAt }: { readonly kind: string; readonly status: PaymentStatus; readonly updatedAt: number },
  now: number,
): boolean {
  return kind !== 'deposit' && status === 'in_doubt' && now >= updatedAt + dayMs
}

/** Fault in a refund of a charge that the provider does not know. */
export const noCharge = 'no_charge'

/** Whether a refund is of a charge that the provider does not know, so that only people can say whether it has gone. */
export function isOfUnknownCharge({ status, fault }: { readonly status: PaymentStatus; readonly fault: string | null }): boolean {
  return fault === noCharge && (status === 'refund_due' || status === 'refund_pending')
}

/** Milliseconds for which a quote stays locked while the customer authenticates a card (contract, state table). */
export const cardLockMs = 30 * minuteMs

const firstWaitMs = 1_000
const longestWaitMs = minuteMs

/**
 * Instant at which a provider is asked again about a charge begun at `createdAt`. The wait is as long again as it has
 * been in doubt, a second at least and a minute at most (all ms).
 */
export function askAgainAt(createdAt: number, now: number): number {
  return now + Math.min(Math.max(now - createdAt, firstWaitMs), longestWaitMs)
}

/** Longest wait (ms) before a provider is asked again that is too busy to answer. */
export const longestBusyWaitMs = 16 * minuteMs

/**
 * Instant (ms) at which a busy provider is asked again: after twice the last wait, sixteen minutes at most, and never
 * before `usualAt` (ms).
 */
export function askBusyAgainAt(usualAt: number, lastWaitMs: number, now: number): number {
  return Math.max(usualAt, now + Math.min(2 * lastWaitMs, longestBusyWaitMs))
}
