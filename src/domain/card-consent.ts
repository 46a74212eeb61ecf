import { toSpokenAmount } from './money.ts'
import type { PaymentOrigin } from './payment.ts'

/** The terms of a customer's consent beyond the current payment. Amounts in minor units; dates as text, null without one. */
export type CardConsent = {
  readonly operatorName: string
  readonly currencyCode: string
  readonly depositAmount: number
  /** Amount of a later charge to the card; 0 for none. */
  readonly balanceAmount: number
  readonly balanceDue: string | null
}

/** The sentence for a card that is saved with a request, which can be accepted until `respondBy`. */
export function describeRequestConsent(consent: CardConsent, respondBy: string): string {
  const deposit = toSpokenAmount(consent.depositAmount, consent.currencyCode)
  const later = consent.balanceAmount === 0 ? '' : `, and ${describeConsentedBalance(consent)}`
  return `You pay nothing now. ${consent.operatorName} may charge ${deposit} to this card if it accepts by ${respondBy}${later}.`
}

/** The sentence for a deposit with a balance; null without a balance. */
export function describeBalanceConsent(consent: CardConsent): string | null {
  return consent.balanceAmount === 0
    ? null
    : `${consent.operatorName} may charge ${describeConsentedBalance(consent)} to this card.`
}

/** Whether the consent to one of these sentences includes the balance. */
export function hasBalanceConsent(consent: string): boolean {
  return consent.includes(', and the balance of ') || consent.includes(' may charge the balance of ')
}

function describeConsentedBalance({ balanceAmount, balanceDue, currencyCode }: CardConsent): string {
  return `the balance of ${toSpokenAmount(balanceAmount, currencyCode)} ${balanceDue === null ? 'when it falls due' : `on ${balanceDue}`}`
}

/** The fields of a payment for its consent. Instants in ms. */
type AgreedPayment = {
  readonly id: number
  readonly origin: PaymentOrigin
  readonly consentText: string | null
  readonly consentedAt: number | null
}

/** A text with the customer's consent, and its time (ms). */
export type GivenConsent = { readonly text: string; readonly givenAt: number }

/**
 * The consent for a payment of a booking, given on the payment's own page, or on the last page before a charge without the
 * customer. Null if the customer consented only to the payment itself. `payments` are all of the booking, oldest first.
 */
export function findGivenConsent(payment: AgreedPayment, payments: readonly AgreedPayment[]): GivenConsent | null {
  const isAbsent = payment.origin === 'confirm' || payment.origin === 'clock'
  const agreed = payments.findLast(
    ({ id, consentedAt }) => consentedAt !== null && (isAbsent ? id < payment.id : id === payment.id),
  )
  if (agreed === undefined || agreed.consentText === null || agreed.consentedAt === null) return null
  return { text: agreed.consentText, givenAt: agreed.consentedAt }
}
