import { spokenMoney } from './money.ts'
import { hasSaidYes } from './words.ts'

/** The part of a booking request that tells how its deposit is paid. */
export type AskedDeposit = {
  readonly deposit_amount: number
  readonly currency_code: string
  readonly payment_method: string
  readonly payment_status: string
}

/**
 * The words for saying yes to a request: those on its button, null where there is nothing to say yes to, and the
 * sentence above it.
 */
export type AcceptWords = { readonly button: string | null; readonly says: string }

/** A card is charged at once, a transfer is asked for, and without a deposit nothing is either. After a yes its customer pays, by `until`. */
export function acceptWords(asked: AskedDeposit, until: string): AcceptWords {
  const { deposit_amount, currency_code, payment_method } = asked
  if (hasSaidYes(asked)) {
    if (!paysThemselves(asked)) return { button: null, says: 'You said yes. What comes of their payment is found out by itself.' }
    const says = `You said yes; they pay by themselves until ${until}, and the trip is yours once they have.`
    return { button: 'Try the saved card again (closes their page)', says }
  }
  const next = 'the trip is yours. You give it a coach and a driver next.'
  if (deposit_amount === 0) return { button: 'Accept', says: `You asked for no deposit: nothing is charged, and ${next}` }
  const money = spokenMoney(deposit_amount, currency_code)
  if (payment_method === 'bank_transfer') {
    return {
      button: `Accept; they are told where to pay ${money}`,
      says: 'Nothing is charged. The quote is held for them until the money is here: say so when it has come, and the trip is yours.',
    }
  }
  return { button: `Accept, charge ${money}`, says: `The deposit is taken from the saved card now, and ${next}` }
}

/** Whether the card that a yes had charged did not pay, so that its customer does. */
export function paysThemselves({ payment_status }: Pick<AskedDeposit, 'payment_status'>): boolean {
  return payment_status === 'declined' || payment_status === 'requires_action'
}

const cardWords: Readonly<Record<string, string>> = {
  card_saved: 'Card saved, nothing charged yet',
  charging: 'The card is being charged',
  requires_action: 'Their bank asks them to confirm',
  declined: 'The card was declined',
  in_doubt: 'Not known yet whether the card was charged',
  succeeded: 'Paid by card',
  released: 'Nothing was charged',
}

/** The standing of a request's deposit, in a few words. */
export function depositWords({ payment_status, payment_method, deposit_amount }: Omit<AskedDeposit, 'currency_code'>): string {
  if (deposit_amount === 0) return 'Nothing to pay now'
  if (payment_method !== 'bank_transfer') return cardWords[payment_status] ?? payment_status
  return payment_status === 'awaiting_transfer' ? 'Their transfer is on its way' : 'By bank transfer, once you accept'
}

/** The part of the time between two instants (ms) that is gone, in whole per cent from 0 to 100. */
export function goneOf(from: number, until: number, now: number): number {
  if (until <= from) return 100
  return Math.round(Math.min(1, Math.max(0, (now - from) / (until - from))) * 100)
}
