import { toSpokenAmount } from './money.ts'
import type { PaymentOrigin } from './payment.ts'

/**
 * The terms that a customer agrees to beside what they pay now. Amounts in minor units; dates as they are spoken, null
 * where there is none.
 */
export type CardConsent = {
  readonly operatorName: string
  readonly currencyCode: string
  readonly depositAmount: number
  /** Amount that the card may be charged after the deposit; 0 for nothing. */
  readonly balanceAmount: number
  readonly balanceDue: string | null
}

/** The sentence for a card that is left with a request, to be accepted until `respondBy`. */
export function consentToRequest(consent: CardConsent, respondBy: string): string {
  const deposit = toSpokenAmount(consent.depositAmount, consent.currencyCode)
  const later = consent.balanceAmount === 0 ? '' : `, and ${balanceOf(consent)}`
  return `Nothing is taken now. ${consent.operatorName} may charge ${deposit} to this card if it accepts by ${respondBy}${later}.`
}

/** The sentence for a deposit after which a balance remains; null where none does. */
export function consentToBalance(consent: CardConsent): string | null {
  return consent.balanceAmount === 0 ? null : `${consent.operatorName} may charge ${balanceOf(consent)} to this card.`
}

/** Whether a customer who read one of these sentences agreed to be charged the balance as well. */
export function agreesToBalance(consent: string): boolean {
  return consent.includes(', and the balance of ') || consent.includes(' may charge the balance of ')
}

function balanceOf({ balanceAmount, balanceDue, currencyCode }: CardConsent): string {
  return `the balance of ${toSpokenAmount(balanceAmount, currencyCode)} ${balanceDue === null ? 'when it falls due' : `on ${balanceDue}`}`
}

/** The part of a payment that tells what was agreed to for it. Instants in ms. */
type AgreedPayment = {
  readonly id: number
  readonly origin: PaymentOrigin
  readonly consentText: string | null
  readonly consentedAt: number | null
}

/** A text that a customer agreed to, and when (ms). */
export type GivenConsent = { readonly text: string; readonly givenAt: number }

/**
 * The consent given for a payment of a booking. It was given on the payment's own page, or, where the customer was not
 * there to be charged, on the last one before it. Null where the customer was asked for nothing but the payment itself.
 * `payments` are all of the booking, oldest first.
 */
export function consentOf(payment: AgreedPayment, payments: readonly AgreedPayment[]): GivenConsent | null {
  const isAbsent = payment.origin === 'confirm' || payment.origin === 'clock'
  const agreed = payments.findLast(
    ({ id, consentedAt }) => consentedAt !== null && (isAbsent ? id < payment.id : id === payment.id),
  )
  if (agreed === undefined || agreed.consentText === null || agreed.consentedAt === null) return null
  return { text: agreed.consentText, givenAt: agreed.consentedAt }
}
