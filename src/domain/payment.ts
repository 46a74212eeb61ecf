/**
 * Where a payment stands: a saved card waits, is being charged, succeeded, was declined, or its bank wants the customer
 * to authenticate; a transfer is awaited; an attempt that came to nothing is released; a refund is due, then refunded.
 */
export type PaymentStatus =
  | 'card_saved'
  | 'charging'
  | 'requires_action'
  | 'declined'
  | 'awaiting_transfer'
  | 'succeeded'
  | 'released'
  | 'refund_due'
  | 'refunded'

/** What a provider says of one charge. A card that needs authentication is a state, not an error. */
export type ChargeOutcome = 'succeeded' | 'declined' | 'requires_action'

/** How long a quote stays locked while the customer authenticates a card (contract, state table). */
export const cardLockMs = 30 * 60_000
