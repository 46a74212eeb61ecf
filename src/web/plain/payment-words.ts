import { refundAskedMs } from '../../domain/payment.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { spokenMoney } from './money.ts'
import type { Tone } from './words.ts'

/** The part of a payment that it is told from; the amount in minor units. */
export type ToldPayment = {
  readonly id: number
  readonly kind: string
  readonly amount: number
  readonly currency_code: string
  readonly state: string
  readonly why: string | null
  readonly closed_by: string | null
  readonly expires_at: string | null
  readonly late_at: string | null
}

/** The standing of a payment: a word and its colour, and what is to be known or done beyond that; null for nothing. */
type PaymentWords = { readonly word: string; readonly tone: Tone; readonly says: string | null }

const whats: Readonly<Record<string, string>> = { deposit: 'the deposit', balance: 'the balance', extra: 'what came on top' }

/** `until` is when its page is over, as people say it. */
export function paymentWords(payment: ToldPayment, until: string): PaymentWords {
  const sum = spokenMoney(payment.amount, payment.currency_code)
  const what = whats[payment.kind] ?? 'what is due'
  switch (payment.state) {
    case 'opening':
      return { word: 'Page opening', tone: 'waiting', says: 'A payment page is being opened.' }
    case 'awaiting_customer':
      return {
        word: 'Page open',
        tone: 'waiting',
        says:
          payment.kind === 'save_card'
            ? `The customer can leave a card on the payment page until ${until}. You are asked once they have.`
            : `The customer can pay ${what} of ${sum} on the payment page until ${until}.`,
      }
    case 'charging':
      return { word: 'Being charged', tone: 'waiting', says: `Their card is being charged ${what} of ${sum}.` }
    case 'requires_action':
      return {
        word: 'Bank asks',
        tone: 'waiting',
        says: `The customer’s bank wants them to confirm ${what} of ${sum}. Nothing was taken, and they have been told.`,
      }
    case 'awaiting_transfer':
      return { word: 'Waiting for money', tone: 'waiting', says: `The customer is to send ${what} of ${sum}.` }
    case 'in_doubt':
      return {
        word: 'In doubt',
        tone: 'waiting',
        says: `It is not known whether ${what} of ${sum} was taken. The provider of card payments is asked again by itself; if you see the money there, say so.`,
      }
    case 'succeeded':
      return payment.late_at === null
        ? { word: 'In', tone: 'good', says: null }
        : { word: 'Too late', tone: 'over', says: `${sum} came too late to count for anything, and goes back whole.` }
    case 'declined':
      return {
        word: 'Declined',
        tone: 'wrong',
        says: `The card was declined, and ${what} of ${sum} was not taken. The customer has been told.`,
      }
    case 'refunded':
      return { word: 'Sent back', tone: 'over', says: null }
    case 'reversed':
      return { word: 'Reversed', tone: 'over', says: null }
    default:
      return refundWords(payment, sum)
  }
}

function refundWords({ state, why, closed_by }: ToldPayment, sum: string): PaymentWords {
  if (closed_by !== null && why === 'no_charge') {
    const says = `It is not known whether ${sum} went back: the account that takes cards does not know the payment, which another may have taken. See there whether it has gone, or send it another way, then mark it as sent.`
    return { word: 'Not known', tone: 'wrong', says }
  }
  if (state === 'refund_pending') {
    return why === 'insufficient_funds'
      ? {
          word: 'Held up',
          tone: 'wrong',
          says: `${sum} cannot go back yet: the account that takes cards holds too little. Top it up, and it is sent by itself.`,
        }
      : { word: 'On its way', tone: 'waiting', says: `${sum} is on its way back to the card; its bank takes some days.` }
  }
  if (state === 'refund_failed') return { word: 'Not sent', tone: 'wrong', says: unsent(sum, why) }
  return closed_by === null
    ? { word: 'Going back', tone: 'waiting', says: `${sum} goes back to the card by itself.` }
    : { word: 'To be sent', tone: 'waiting', says: `Send ${sum} back to the customer, then mark it as sent.` }
}

function unsent(sum: string, why: string | null): string {
  if (why === 'disputed') return `${sum} is not sent back: the bank is already taking it. Once it has, mark it as sent.`
  if (why === 'unanswered')
    return `It is not known whether ${sum} went back: its bank has not said for ${spanInWords(refundAskedMs)}. Look with the provider of card payments, see that it is with the customer, then mark it as sent.`
  return `${sum} could not be sent back to the card. Pay it another way, such as by bank transfer, then mark it as sent.`
}

const tries: readonly string[] = ['declined', 'requires_action']

/**
 * The payments of a trip (oldest first) that are worth a sentence. A try that failed no longer is once another followed it or the trip `isOff`,
 * nor is what came too late once it has gone back.
 */
export function toldPayments<Payment extends ToldPayment>(payments: readonly Payment[], isOff: boolean): readonly Payment[] {
  const hasLater = ({ id }: Payment, isIt: (later: Payment) => boolean) => payments.some((later) => later.id > id && isIt(later))
  const isOver = (payment: Payment) => {
    const { kind, amount, state, late_at } = payment
    if (tries.includes(state)) return isOff || hasLater(payment, (later) => later.kind === kind)
    const isBack = (later: Payment) => later.kind === 'refund' && later.amount === amount && later.state === 'refunded'
    return state === 'succeeded' && late_at !== null && hasLater(payment, isBack)
  }
  return payments.filter((payment) => paymentWords(payment, '').says !== null && !isOver(payment))
}
