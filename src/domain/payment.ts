import { hourMs, minuteMs } from './instant.ts'

/**
 * Where a payment stands: a saved card waits, is being charged, succeeded, was declined, or its bank wants the customer
 * to authenticate; nobody can say yet whether the provider took the money (in doubt); a transfer is awaited; an attempt
 * that was given up is released; a refund is due, then refunded.
 */
export type PaymentStatus =
  | 'card_saved'
  | 'charging'
  | 'requires_action'
  | 'declined'
  | 'in_doubt'
  | 'awaiting_transfer'
  | 'succeeded'
  | 'released'
  | 'refund_due'
  | 'refunded'

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
