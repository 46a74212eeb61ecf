import type { ChargeOutcome } from '../../domain/payment.ts'

/** The behaviour of a card of play money. */
export type CardBehaviour = 'pays' | 'is_declined' | 'asks_bank' | 'is_declined_later'

/** A card of play money: what becomes of a charge while the customer is there and without them. */
export type PlayCard = {
  readonly behaves: CardBehaviour
  readonly withCustomer: ChargeOutcome
  readonly withoutCustomer: ChargeOutcome
  readonly last4: string
}

/** The cards of play money by Stripe's names for those that behave in a known way, in the order in which a page offers them. */
export const playCards: ReadonlyMap<string, PlayCard> = new Map([
  ['pm_card_visa', { behaves: 'pays', withCustomer: 'succeeded', withoutCustomer: 'succeeded', last4: '4242' }],
  ['pm_card_chargeDeclined', { behaves: 'is_declined', withCustomer: 'declined', withoutCustomer: 'declined', last4: '0002' }],
  [
    'pm_card_authenticationRequired',
    { behaves: 'asks_bank', withCustomer: 'requires_action', withoutCustomer: 'requires_action', last4: '3184' },
  ],
  [
    'pm_card_chargeCustomerFail',
    { behaves: 'is_declined_later', withCustomer: 'succeeded', withoutCustomer: 'declined', last4: '0341' },
  ],
])
