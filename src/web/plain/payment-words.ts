import { refundAskedMs } from '../../domain/payment.ts'
import { formatDurationInWords } from '../../domain/spoken.ts'
import { formatMoney } from './money.ts'
import type { Tone } from './words.ts'

/** The part of a payment that its words depend on. The amount is in minor units. */
export type PaymentToShow = {
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

/** The state of a payment: a word, its colour, and a sentence on the next step. The sentence is null if there is none. */
type PaymentWords = { readonly word: string; readonly tone: Tone; readonly says: string | null }

const purposes: Readonly<Record<string, string>> = { deposit: 'the deposit', balance: 'the balance', extra: 'the extras' }

/** The words of a payment. `until` is the formatted end of its payment page. */
export function describePayment(payment: PaymentToShow, until: string): PaymentWords {
  const sum = formatMoney(payment.amount, payment.currency_code)
  const what = purposes[payment.kind] ?? 'the amount due'
  switch (payment.state) {
    case 'opening':
      return { word: 'Page opening', tone: 'waiting', says: 'The payment page is opening.' }
    case 'awaiting_customer':
      return {
        word: 'Page open',
        tone: 'waiting',
        says:
          payment.kind === 'save_card'
            ? `The customer can save a card on the payment page until ${until}. Then you can answer the request.`
            : `The customer can pay ${what} of ${sum} on the payment page until ${until}.`,
      }
    case 'charging':
      return { word: 'Being charged', tone: 'waiting', says: `We are charging ${what} of ${sum} to the customer’s card.` }
    case 'requires_action':
      return {
        word: 'Bank confirmation',
        tone: 'waiting',
        says: `The customer’s bank asks them to confirm ${what} of ${sum}. Nothing was charged. We notified the customer.`,
      }
    case 'awaiting_transfer':
      return { word: 'Awaiting payment', tone: 'waiting', says: `The customer will transfer ${what} of ${sum}.` }
    case 'in_doubt':
      return {
        word: 'To check',
        tone: 'waiting',
        says: `The card provider has not confirmed ${what} of ${sum}. We ask again automatically. If you can see the payment there, mark it as received.`,
      }
    case 'succeeded':
      return payment.late_at === null
        ? { word: 'Received', tone: 'good', says: null }
        : { word: 'Too late', tone: 'over', says: `${sum} arrived too late and will be refunded in full.` }
    case 'declined':
      return {
        word: 'Declined',
        tone: 'wrong',
        says: `The card was declined for ${what} of ${sum}. We notified the customer.`,
      }
    case 'refunded':
      return { word: 'Refunded', tone: 'over', says: null }
    case 'reversed':
      return { word: 'Reversed', tone: 'over', says: null }
    default:
      return describeRefundPayment(payment, sum)
  }
}

function describeRefundPayment({ state, why, closed_by }: PaymentToShow, sum: string): PaymentWords {
  if (closed_by !== null && why === 'no_charge') {
    const says = `The card account has no payment for the refund of ${sum}. Check the account, or refund it another way. Then mark it as refunded.`
    return { word: 'Unknown', tone: 'wrong', says }
  }
  if (state === 'refund_pending') {
    return why === 'insufficient_funds'
      ? {
          word: 'On hold',
          tone: 'wrong',
          says: `The balance of the card account is too low to refund ${sum}. Top it up. The refund is then sent automatically.`,
        }
      : { word: 'Refund sent', tone: 'waiting', says: `${sum} was sent to the card. The bank takes a few days.` }
  }
  if (state === 'refund_failed') return { word: 'Not sent', tone: 'wrong', says: describeUnsentRefund(sum, why) }
  return closed_by === null
    ? { word: 'Will be refunded', tone: 'waiting', says: `${sum} is refunded to the card automatically.` }
    : { word: 'Refund to send', tone: 'waiting', says: `Refund ${sum} to the customer, then mark it as refunded.` }
}

function describeUnsentRefund(sum: string, why: string | null): string {
  if (why === 'disputed') return `The bank is already refunding ${sum} through a dispute. After that, mark it as refunded.`
  if (why === 'unanswered')
    return `The bank has not confirmed the refund of ${sum} for ${formatDurationInWords(refundAskedMs)}. Check with the card provider, then mark it as refunded.`
  return `The card refund of ${sum} failed. Pay it another way, such as by bank transfer. Then mark it as refunded.`
}

const tries: readonly string[] = ['declined', 'requires_action']

/**
 * The payments of a trip (oldest first) that need a sentence. A failed attempt needs none after a later one or on a cancelled trip (`isOff`).
 * A late payment needs none after its refund.
 */
export function listShownPayments<Payment extends PaymentToShow>(
  payments: readonly Payment[],
  isOff: boolean,
): readonly Payment[] {
  const hasLater = ({ id }: Payment, isIt: (later: Payment) => boolean) => payments.some((later) => later.id > id && isIt(later))
  const isOver = (payment: Payment) => {
    const { kind, amount, state, late_at } = payment
    if (tries.includes(state)) return isOff || hasLater(payment, (later) => later.kind === kind)
    const isBack = (later: Payment) => later.kind === 'refund' && later.amount === amount && later.state === 'refunded'
    return state === 'succeeded' && late_at !== null && hasLater(payment, isBack)
  }
  return payments.filter((payment) => describePayment(payment, '').says !== null && !isOver(payment))
}
