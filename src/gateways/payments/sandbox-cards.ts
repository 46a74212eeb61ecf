import type { ChargeOutcome } from '../../domain/payment.ts'

/** The behaviour of a card of test money. */
export type CardBehaviour = 'pays' | 'is_declined' | 'asks_bank' | 'is_declined_later'

/** A card of test money: the result of a charge with the customer present and without them. */
export type PlayCard = {
  readonly behaves: CardBehaviour
  readonly withCustomer: ChargeOutcome
  readonly withoutCustomer: ChargeOutcome
  readonly last4: string
}

/** The cards of test money by the names of Stripe's test cards, in the order of the page. */
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
