import { type CardDecline, declineSentence } from '../../domain/card-fault.ts'
import type { ExtraKind } from '../../domain/extra.ts'
import { cardHeadline, type PayTo, type TripFacts, tripRows, wherePaid } from './customer-words.ts'
import type { NoticeWords } from './letter.ts'

/** A sum that is or was to be paid, with when and how. All amounts and times are spoken. */
export type Owed = {
  readonly amount: string
  readonly dueAt: string
  /** Whether `dueAt` has passed. */
  readonly isDue: boolean
  /** Payee of a transfer, where customers pay by transfer. */
  readonly payTo: PayTo | null
  /** Charge that the customer's card will get without them: how much, and when. */
  readonly card: { readonly amount: string; readonly at: string } | null
}

type OwedTrip = TripFacts & Owed

export function balanceReminder(trip: OwedTrip): NoticeWords {
  const { ref, amount, dueAt, card } = trip
  const byCard = card === null ? '' : '. Your card is charged then'
  return {
    subject: `${amount} is due for ${ref} on ${dueAt}`,
    lines: [`The balance of ${amount} for your trip is due on ${dueAt}.`, ...howToPay(trip)],
    facts: tripRows(trip),
    sms: `The balance of ${amount} for ${ref} is due on ${dueAt}${byCard}`,
  }
}

export function balanceDue(trip: OwedTrip): NoticeWords {
  const { ref, amount } = trip
  return {
    subject: `${amount} is due for ${ref}`,
    lines: [`The balance of ${amount} for your trip is due now.`, ...howToPay(trip)],
    facts: tripRows(trip),
    sms: `The balance of ${amount} for ${ref} is due. Please pay`,
  }
}

/** `reason` is why the card was declined; null where no card was. */
export function balanceOverdue(trip: OwedTrip & { readonly reason: CardDecline | null }): NoticeWords {
  const { ref, amount, dueAt, reason } = trip
  return {
    subject: `${amount} for ${ref} is overdue`,
    lines: [
      `${amount} for your trip was due on ${dueAt} and is still open.`,
      ...(reason === null ? [] : [declineSentence(reason)]),
      ...howToPay(trip),
    ],
    facts: tripRows(trip),
    sms: `${amount} for ${ref} was due on ${dueAt}. Please pay`,
  }
}

export function balanceDeclined(trip: TripFacts & { readonly amount: string; readonly reason: CardDecline }): NoticeWords {
  const { ref, amount, reason } = trip
  const what = cardHeadline(reason)
  return {
    subject: `${what}: ${ref}`,
    lines: [
      `The balance of ${amount} for your trip could not be charged to your card.`,
      declineSentence(reason),
      'Please pay it on your page.',
    ],
    facts: tripRows(trip),
    sms: `${what}. Please pay the balance of ${amount}, ${ref}`,
  }
}

/** Words for what an extra is for; where there are none the customer's page says it. */
const purposes: Readonly<Record<ExtraKind, string>> = {
  waiting: ' for waiting',
  mileage: ' for extra miles',
  parking: ' for parking',
  other: '',
}

export function extraAdded(
  trip: OwedTrip & { readonly operator: string; readonly extra: string; readonly kind: ExtraKind },
): NoticeWords {
  const { ref, operator, extra, kind, amount, dueAt, isDue } = trip
  const when = isDue ? 'now' : `on ${dueAt}`
  return {
    subject: `${extra} more is to be paid for ${ref}`,
    lines: [
      `${operator} has added ${extra}${purposes[kind]} to what your trip costs.`,
      `In all ${amount} is due ${when}.`,
      ...howToPay(trip),
    ],
    facts: tripRows(trip),
    sms: `${extra}${purposes[kind]} was added for ${ref}. In all ${amount} is due ${when}`,
  }
}

export function refundSent(trip: TripFacts & { readonly amount: string }): NoticeWords {
  const { ref, amount } = trip
  return {
    subject: `${amount} is on its way back to you: ${ref}`,
    lines: [`${amount} for your trip is on its way back to you. A bank takes a few days.`],
    facts: tripRows(trip),
    sms: `${amount} for ${ref} is on its way back to you`,
  }
}

export function latePayment(trip: TripFacts & { readonly amount: string }): NoticeWords {
  const { ref, amount } = trip
  return {
    subject: `Your payment of ${amount} goes back to you: ${ref}`,
    lines: [
      `Your card was charged ${amount} too late: what it was for was paid already, was called off, or is no longer to be had.`,
      'All of it goes back to your card. A bank takes a few days.',
    ],
    facts: tripRows(trip),
    sms: `Your payment of ${amount} for ${ref} came too late, and goes back to you`,
  }
}

/** The lines about the rest of the price, as the confirmation says it. */
export function balanceLines(owed: Owed): string[] {
  const { amount, dueAt, isDue } = owed
  if (!isDue) return [`The balance of ${amount} is due on ${dueAt}.`, ...(owed.card === null ? [] : howToPay(owed))]
  return [`The balance of ${amount} is due now.`, ...howToPay(owed)]
}

/** The lines about what is still to be paid of a changed trip, when and how. */
export function owedLines(owed: Owed, deposit: OwedDeposit | null): string[] {
  const { amount, dueAt, isDue, card } = owed
  const all = `${amount} is still to be paid.`
  if (deposit !== null) return [all, ...depositLines(deposit, owed)]
  if (isDue) return [all, 'It is due now.', ...howToPay(owed)]
  return [all, `It is due on ${dueAt}.`, ...(card === null ? [] : howToPay(owed))]
}

/** The part of a deposit that is still to be paid, and the rest of the price; `rest` is null where that is nothing. */
export type OwedDeposit = { readonly amount: string; readonly rest: string | null }

/** The lines about what is to be paid first of a trip that was booked without a payment. */
export function depositLines({ amount, rest }: OwedDeposit, { payTo, dueAt }: Owed): string[] {
  const how = payTo === null ? ['Please pay it on your page.'] : wherePaid(payTo)
  return [
    `A deposit of ${amount} is to be paid now.`,
    ...how,
    ...(rest === null ? [] : [`The rest, ${rest}, is due on ${dueAt}.`]),
  ]
}

function howToPay({ payTo, card, isDue }: Owed): string[] {
  if (payTo !== null) return wherePaid(payTo)
  if (card !== null) return [`Your card is charged ${card.amount} on ${card.at}, without your doing anything.`]
  return [isDue ? 'Please pay it on your page.' : 'You can pay it on your page.']
}
