/** A bank's reason for a decline, in Stripe's words. */
export type Decline = {
  readonly code: string
  readonly message: string
  readonly decline_code?: string
  readonly advice_code?: string
  readonly network_decline_code?: string
}

/** The behaviour of a test card. */
export type TestCard = {
  readonly last4: string
  readonly brand: string
  /** The bank's decline while the customer is present; null if it accepts. */
  readonly onPage: Decline | null
  /** The bank's decline of a later charge without the customer. */
  readonly later: Decline | null
  /** When the bank asks the customer: `once` for a card that is saved afterwards. */
  readonly asksCustomer: 'never' | 'once' | 'always'
  /** The first status of a refund. */
  readonly refund: 'succeeded' | 'pending' | 'failed'
  /** Whether the bank disputes the payment immediately. */
  readonly isDisputed: boolean
}

const generic: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  advice_code: 'try_again_later',
  network_decline_code: '05',
  message: 'Your card was declined.',
}

const insufficient: Decline = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  advice_code: 'try_again_later',
  network_decline_code: '51',
  message: 'Your card has insufficient funds.',
}

const lost: Decline = {
  code: 'card_declined',
  decline_code: 'lost_card',
  advice_code: 'do_not_try_again',
  network_decline_code: '41',
  message: 'Your card was declined.',
}

const expired: Decline = { code: 'expired_card', network_decline_code: '54', message: 'Your card has expired.' }

/** A bank that must ask a customer who is absent. */
export const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/** A customer who refused at their bank. */
export const refusedAtBank: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

const good: TestCard = {
  last4: '4242',
  brand: 'visa',
  onPage: null,
  later: null,
  asksCustomer: 'never',
  refund: 'succeeded',
  isDisputed: false,
}

/** The cards that a page accepts, with the numbers of Stripe's test mode. */
export const testCards = {
  visa: good,
  /** Declined immediately. */
  declined: { ...good, last4: '0002', onPage: generic, later: generic },
  /** These four pay and are saved while the customer is present, and are declined later. */
  declines_later: { ...good, last4: '0341', later: generic },
  insufficient_later: { ...good, last4: '9995', later: insufficient },
  lost_later: { ...good, last4: '9987', later: lost },
  expired_later: { ...good, last4: '0069', later: expired },
  /** Asks the customer on the page, and never again once it is saved. */
  sca_once: { ...good, last4: '3155', asksCustomer: 'once' },
  /** Asks the customer every time. */
  sca_always: { ...good, last4: '3184', asksCustomer: 'always' },
  refund_pending: { ...good, last4: '7726', refund: 'pending' },
  refund_fails: { ...good, last4: '5126', refund: 'failed' },
  disputed: { ...good, last4: '0259', isDisputed: true },
} as const satisfies Record<string, TestCard>

export type CardName = keyof typeof testCards

export const cardNames = Object.keys(testCards) as readonly CardName[]

export function isCardName(text: string): text is CardName {
  return Object.hasOwn(testCards, text)
}
