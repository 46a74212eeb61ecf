import { formatMoney } from './money.ts'
import { hasAcceptedQuote } from './words.ts'

/** The part of a booking request about the payment of its deposit. */
export type AskedDeposit = {
  readonly deposit_amount: number
  readonly currency_code: string
  readonly payment_method: string
  readonly payment_status: string
}

/** The words for accepting a request: the button label, null if it cannot be accepted, and the sentence above it. */
export type AcceptWords = { readonly button: string | null; readonly says: string }

/** The words for accepting a request by the way its deposit is paid. After the acceptance the customer pays by `until`. */
export function describeAcceptance(asked: AskedDeposit, until: string): AcceptWords {
  const { deposit_amount, currency_code, payment_method } = asked
  if (hasAcceptedQuote(asked)) {
    if (!isPaidByCustomer(asked)) return { button: null, says: 'You accepted. The payment is checked automatically.' }
    const says = `You accepted. The customer can pay until ${until}. Then the trip is booked. A retry closes the customer’s payment page.`
    return { button: 'Retry saved card', says }
  }
  const next = 'Next, assign a vehicle and a driver.'
  if (deposit_amount === 0) return { button: 'Accept', says: `No deposit is due. Accepting books the trip. ${next}` }
  const money = formatMoney(deposit_amount, currency_code)
  if (payment_method === 'bank_transfer') {
    return {
      button: `Accept and request ${money}`,
      says: 'We ask the customer to transfer the deposit and hold the quote. Mark the payment as received when it arrives.',
    }
  }
  return { button: `Accept and charge ${money}`, says: `Accepting charges the saved card and books the trip. ${next}` }
}

/** Whether the charge on acceptance failed, so that the customer pays another way. */
export function isPaidByCustomer({ payment_status }: Pick<AskedDeposit, 'payment_status'>): boolean {
  return payment_status === 'declined' || payment_status === 'requires_action'
}

const cardWords: Readonly<Record<string, string>> = {
  card_saved: 'Card saved, nothing charged yet',
  charging: 'The card is being charged',
  requires_action: 'The bank asks the customer to confirm',
  declined: 'The card was declined',
  in_doubt: 'The charge is not confirmed yet',
  succeeded: 'Paid by card',
  released: 'Nothing was charged',
}

/** The state of a request's deposit, in a few words. */
export function formatDepositState({
  payment_status,
  payment_method,
  deposit_amount,
}: Omit<AskedDeposit, 'currency_code'>): string {
  if (deposit_amount === 0) return 'No deposit due'
  if (payment_method !== 'bank_transfer') return cardWords[payment_status] ?? payment_status
  return payment_status === 'awaiting_transfer' ? 'Awaiting bank transfer' : 'By bank transfer, after you accept'
}

/** Elapsed share of the time between two instants (ms), in whole per cent from 0 to 100. */
export function elapsedPercent(from: number, until: number, now: number): number {
  if (until <= from) return 100
  return Math.round(Math.min(1, Math.max(0, (now - from) / (until - from))) * 100)
}
