import { hourMs, minuteMs } from './instant.ts'

/** Where a payment stands, or the money of a booking request. */
export type PaymentStatus =
  /** Of a booking request: the customer left a card with it. The confirmation charges it. */
  | 'card_saved'
  /** Confirming or booking asked the provider. Its answer moves it on; none within ten seconds makes it `in_doubt`. */
  | 'charging'
  /** The bank asks the customer to authenticate. Released when the lock falls, another card pays or the request ends. */
  | 'requires_action'
  /** The bank refused. Final; another card is another payment. */
  | 'declined'
  /** No one can say whether the provider took it. The worker asks again; who saw the money, or gave up, settles it. */
  | 'in_doubt'
  /** Booking or confirming by transfer. Left by `deposit-received`, or released with the quote that waits. */
  | 'awaiting_transfer'
  /** The money is there: the provider said so, or somebody who saw it. Final; a refund is another payment. */
  | 'succeeded'
  /** Given up before anything was known to be paid. Final; money that comes all the same is owed back. */
  | 'released'
  /** Of a refund: cancelling, or money for what was given up, owes it. The worker sends it; a transfer goes by hand. */
  | 'refund_due'
  /** The provider took the refund, or somebody sent it by hand. Final. */
  | 'refunded'
  /** Who recorded the money says that it was not so, or that it was lost again. Final. */
  | 'reversed'

/** Where a payment is not over. */
export const openStatuses: readonly PaymentStatus[] = ['charging', 'requires_action', 'awaiting_transfer', 'in_doubt']

/** Whether something may still come of a payment. */
export function isOpen({ status }: { readonly status: PaymentStatus }): boolean {
  return openStatuses.includes(status)
}

export const paymentKinds = [
  /** What makes a booking of a quote. */
  'deposit',
  /** What is owed beside it. */
  'balance',
  /** What came on top of the price. */
  'extra',
  /** What goes back of one of these. */
  'refund',
] as const

export type PaymentKind = (typeof paymentKinds)[number]

/** How people receive money that no provider tells of. */
export const recordedMeans = ['bank_transfer', 'cash', 'card_terminal', 'cheque', 'account'] as const

export const paymentMeans = ['card', ...recordedMeans] as const

export type PaymentMeans = (typeof paymentMeans)[number]

/** How a customer who asks to book can mean to pay the deposit. */
export const depositMeans = ['card', 'bank_transfer'] as const satisfies readonly PaymentMeans[]

/** Which of them: what the gateway keeps a card under is never the name of the other. */
export function meansOfDeposit({ paymentMethod }: { readonly paymentMethod: string | null }): (typeof depositMeans)[number] {
  return paymentMethod === 'bank_transfer' ? 'bank_transfer' : 'card'
}

/**
 * What asked for a payment: the operator's confirmation, the customer's booking or paying, the clock when the balance fell due, somebody
 * who recorded it, or the end of what it was for.
 */
export type PaymentOrigin = 'confirm' | 'book' | 'pay' | 'clock' | 'record' | 'cancel'

/** Whether the customer is there to answer their bank. */
export function isCustomerPresent(origin: PaymentOrigin): boolean {
  return origin === 'book' || origin === 'pay'
}

export const chargeOutcomes = ['succeeded', 'declined', 'requires_action'] as const

/** What a provider says of one charge. A card that needs authentication is a state, not an error. */
export type ChargeOutcome = (typeof chargeOutcomes)[number]

/** What is known of a charge; `ref` is the provider's own name for it, null where there is none. */
export type ChargeFinding = { readonly status: ChargeOutcome | 'in_doubt'; readonly ref: string | null }

/** Nothing that anybody could act on came from the provider. */
export const inDoubt: ChargeFinding = { status: 'in_doubt', ref: null }

/** What an answer of a provider says, whatever came; in doubt when it is not one that we know. */
export function readChargeAnswer(answer: unknown): ChargeFinding {
  if (typeof answer !== 'object' || answer === null) return inDoubt
  const { outcome, ref } = answer as { readonly outcome?: unknown; readonly ref?: unknown }
  const status = chargeOutcomes.find((known) => known === outcome)
  return status === undefined || typeof ref !== 'string' || ref === '' ? inDoubt : { status, ref }
}

const onItsWayMs = hourMs

/** What it means that a provider has never heard of a charge begun at `createdAt` (ms): within the hour it may still be on its way. */
export function readSilence(createdAt: number, now: number): ChargeFinding {
  return now - createdAt < onItsWayMs ? inDoubt : { status: 'declined', ref: null }
}

/** How long a quote stays locked while the customer authenticates a card (contract, state table). */
export const cardLockMs = 30 * minuteMs

const firstWaitMs = 5_000
const longestWaitMs = 6 * hourMs

/** When a provider is asked again about a charge begun at `createdAt`: after as long again as it has been in doubt, 6 h at most (all ms). */
export function askAgainAt(createdAt: number, now: number): number {
  return now + Math.min(Math.max(now - createdAt, firstWaitMs), longestWaitMs)
}
