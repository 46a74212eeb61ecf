import type { PaymentStatus } from './payment.ts'

/** Fault that stands in place of a bank's code where no bank was asked: our call was wrong, or came too late. */
export const rejectedCharge = 'rejected'

/** Codes with which the same card may pay in some days all the same. */
const passing: ReadonlySet<string> = new Set([
  ...['insufficient_funds', 'generic_decline', 'do_not_honor', 'try_again_later', 'processing_error'],
  ...['card_velocity_exceeded', 'withdrawal_count_limit_exceeded', rejectedCharge],
])

/** Whether the same card may be tried again in some days, without the customer, by the bank's code for why not; null where it gave none. */
export function mayPass(code: string | null): boolean {
  return code !== null && passing.has(code)
}

/** Reasons why a card did not pay, as far as its customer is told. An operator never reads them. */
export const cardDeclines = [
  'insufficient_funds',
  'card_expired',
  'wrong_details',
  'ask_your_bank',
  'confirm_with_bank',
  'use_another_card',
] as const

export type CardDecline = (typeof cardDeclines)[number]

const toldOf: ReadonlyMap<string | null, CardDecline> = new Map([
  ['insufficient_funds', 'insufficient_funds'],
  ['expired_card', 'card_expired'],
  ['incorrect_cvc', 'wrong_details'],
  ['incorrect_number', 'wrong_details'],
  ['authentication_required', 'confirm_with_bank'],
])

type TriedPayment = { readonly status: PaymentStatus; readonly fault: string | null }

/**
 * The reason that the customer is told for a payment that did not come; null for any other. A bank's code that is not
 * known gives no more than `use_another_card`.
 */
export function cardDeclineOf({ status, fault }: TriedPayment): CardDecline | null {
  if (status === 'requires_action') return 'confirm_with_bank'
  if (status !== 'declined') return null
  return toldOf.get(fault) ?? (mayPass(fault) ? 'ask_your_bank' : 'use_another_card')
}

const sentences: Readonly<Record<CardDecline, string>> = {
  insufficient_funds: 'The card was declined: not enough money on it.',
  card_expired: 'The card has expired.',
  wrong_details: 'The details of the card are wrong.',
  ask_your_bank: 'The card was declined. Your bank can say why.',
  confirm_with_bank: 'Your bank wants you to confirm the payment.',
  use_another_card: 'The card was declined. Use another one.',
}

/**
 * The sentence that tells a customer why a card did not pay. A reason that is not known here, as an older page may meet
 * one, only asks for another card.
 */
export function declineSentence(reason: string | null | undefined): string {
  return sentences[cardDeclines.find((known) => known === reason) ?? 'use_another_card']
}

/** Codes that no one is told, since the card may be in the wrong hands. */
const untold: ReadonlySet<string> = new Set(['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'merchant_blacklist'])

/** A bank's code as it is kept: that a card is lost, stolen or suspect is not. */
export function keptFault(code: string | null): string | null {
  return code !== null && untold.has(code) ? 'refused' : code
}
