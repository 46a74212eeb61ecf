import type { PaymentStatus } from './payment.ts'

/** Fault of our own wrong or late call, in place of a bank's code. */
export const rejectedCharge = 'rejected'

/** Codes after which the same card can succeed some days later. */
const passing: ReadonlySet<string> = new Set([
  ...['insufficient_funds', 'generic_decline', 'do_not_honor', 'try_again_later', 'processing_error'],
  ...['card_velocity_exceeded', 'withdrawal_count_limit_exceeded', rejectedCharge],
])

/** Whether the same card can be tried again in some days, without the customer, by the bank's code; null without a code. */
export function isRetryableFault(code: string | null): boolean {
  return code !== null && passing.has(code)
}

/** Reasons for a declined card, as shown to the customer. Operators never see them. */
export const cardDeclines = [
  'insufficient_funds',
  'card_expired',
  'wrong_details',
  'ask_your_bank',
  'confirm_with_bank',
  'use_another_card',
] as const

export type CardDecline = (typeof cardDeclines)[number]

const declinesByCode: ReadonlyMap<string | null, CardDecline> = new Map([
  ['insufficient_funds', 'insufficient_funds'],
  ['expired_card', 'card_expired'],
  ['incorrect_cvc', 'wrong_details'],
  ['incorrect_number', 'wrong_details'],
  ['authentication_required', 'confirm_with_bank'],
])

type TriedPayment = { readonly status: PaymentStatus; readonly fault: string | null }

/**
 * The customer's reason for a failed payment; null for any other payment. An unknown code of a bank becomes `use_another_card`.
 */
export function findCardDecline({ status, fault }: TriedPayment): CardDecline | null {
  if (status === 'requires_action') return 'confirm_with_bank'
  if (status !== 'declined') return null
  return declinesByCode.get(fault) ?? (isRetryableFault(fault) ? 'ask_your_bank' : 'use_another_card')
}

const sentences: Readonly<Record<CardDecline, string>> = {
  insufficient_funds: 'The card was declined for insufficient funds.',
  card_expired: 'The card has expired.',
  wrong_details: 'The card details are wrong.',
  ask_your_bank: 'The card was declined. Ask your bank why.',
  confirm_with_bank: 'Your bank asks you to confirm the payment.',
  use_another_card: 'The card was declined. Use another card.',
}

/** The customer's sentence for a declined card. An unknown reason, for example on an older page, asks for another card. */
export function describeDecline(reason: string | null | undefined): string {
  return sentences[cardDeclines.find((known) => known === reason) ?? 'use_another_card']
}

/** Codes that are never shown, because the card may be stolen. */
const hiddenCodes: ReadonlySet<string> = new Set(['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'merchant_blacklist'])

/** A bank's code for storage, without codes of lost, stolen or suspect cards. */
export function toStoredFault(code: string | null): string | null {
  return code !== null && hiddenCodes.has(code) ? 'refused' : code
}
