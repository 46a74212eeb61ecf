import { type CardDecline, describeDecline } from '../../domain/card-fault.ts'
import type { ExtraKind } from '../../domain/extra.ts'
import {
  formatCardHeadline,
  formatTripInSms,
  formatTripInSubject,
  listTransferLines,
  listTripRows,
  type PayTo,
  type TripFacts,
} from './customer-words.ts'
import type { NoticeWords } from './letter.ts'

/** An amount that is or was due, with its date and way of paying. All amounts and times are formatted. */
export type AmountDueFacts = {
  readonly amount: string
  readonly dueAt: string
  /** Day of `dueAt`. */
  readonly dueOn: string
  /** Whether `dueAt` has passed. */
  readonly isDue: boolean
  /** Payee of a transfer if customers pay by transfer. */
  readonly payTo: PayTo | null
  /** The automatic charge to the customer's card: amount and time. */
  readonly card: { readonly amount: string; readonly at: string } | null
}

type TripWithAmountDue = TripFacts & AmountDueFacts

export function composeBalanceReminder(trip: TripWithAmountDue): NoticeWords {
  const { amount, dueOn, date, route, card } = trip
  return {
    subject: `${amount} due ${dueOn}: ${route}`,
    lines: [
      card === null
        ? `Please pay the balance of ${amount} by ${dueOn} for your trip on ${date}.`
        : `The balance of ${amount} for your trip on ${date} is due ${dueOn}.`,
      ...listPayLines(trip, { isAsked: true }),
    ],
    facts: listDueRows(trip),
    sms: `${amount} due ${dueOn} for ${formatTripInSms({ route, day: date })}${card === null ? '' : '. We charge your card automatically'}`,
  }
}

export function composeBalanceDue(trip: TripWithAmountDue): NoticeWords {
  const { amount, date, card } = trip
  return {
    subject: `${amount} due now: ${formatTripInSubject(trip)}`,
    lines: [
      card === null
        ? `Please pay the balance of ${amount} now for your trip on ${date}.`
        : `The balance of ${amount} for your trip on ${date} is due now.`,
      ...listPayLines(trip, { isAsked: true }),
    ],
    facts: listDueRows(trip),
    sms: `${amount} due now for ${formatTripInSms(trip)}. ${card === null ? 'Please pay' : 'We charge your card automatically'}`,
  }
}

/** `reason` is the cause of a declined card; null if no card was charged. */
export function composeBalanceOverdue(trip: TripWithAmountDue & { readonly reason: CardDecline | null }): NoticeWords {
  const { amount, dueOn, date, reason, card } = trip
  return {
    subject: `${amount} overdue: ${formatTripInSubject(trip)}`,
    lines: [
      card === null
        ? `Please pay ${amount} now for your trip on ${date}; it was due ${dueOn}.`
        : `The balance of ${amount} for your trip on ${date} was due ${dueOn}.`,
      ...(reason === null ? [] : [describeDecline(reason)]),
      ...listPayLines(trip, { isAsked: true }),
    ],
    facts: listDueRows(trip),
    sms: `${amount} overdue since ${dueOn} for ${formatTripInSms(trip)}. Please pay`,
  }
}

export function composeBalanceDeclined(trip: TripFacts & { readonly amount: string; readonly reason: CardDecline }): NoticeWords {
  const { amount, date, reason } = trip
  const headline = formatCardHeadline(reason)
  return {
    subject: `${headline}: ${formatTripInSubject(trip)}`,
    lines: [
      `We could not charge the balance of ${amount} for your trip on ${date} to your card.`,
      describeDecline(reason),
      'Please pay on your trip page.',
    ],
    facts: listTripRows(trip),
    sms: `${headline}. Please pay the balance of ${amount} for ${formatTripInSubject(trip)}`,
  }
}

/** Words for the kind of an extra. For other kinds the trip page has the description. */
const purposes: Readonly<Record<ExtraKind, string>> = {
  waiting: ' for waiting',
  mileage: ' for extra miles',
  parking: ' for parking',
  other: '',
}

export function composeExtraAdded(
  trip: TripWithAmountDue & { readonly operator: string; readonly extra: string; readonly kind: ExtraKind },
): NoticeWords {
  const { operator, extra, kind, amount, dueOn, isDue } = trip
  const when = isDue ? 'now' : dueOn
  return {
    subject: `${extra} added${purposes[kind]}: ${formatTripInSubject(trip)}`,
    lines: [
      `${operator} has added ${extra}${purposes[kind]} to your trip; ${amount} is due ${when} in total.`,
      ...listPayLines(trip),
    ],
    facts: listDueRows(trip),
    sms: `${extra} added${purposes[kind]} for ${formatTripInSms(trip)}. ${amount} due ${when} in total`,
  }
}

export function composeRefundSent(trip: TripFacts & { readonly amount: string }): NoticeWords {
  const { amount } = trip
  const subject = `Refund of ${amount}: ${formatTripInSubject(trip)}`
  return {
    subject,
    lines: [`We have sent you a refund of ${amount}; your bank can take a few days to credit it.`],
    facts: listTripRows(trip),
    sms: `We have sent you a refund of ${amount} for ${formatTripInSubject(trip)}`,
  }
}

export function composeLatePayment(trip: TripFacts & { readonly amount: string }): NoticeWords {
  const { amount } = trip
  return {
    subject: `Late payment of ${amount} refunded: ${formatTripInSubject(trip)}`,
    lines: [
      `Your card payment of ${amount} arrived too late, and we are refunding all of it.`,
      'You had already paid or cancelled, or the price was no longer valid.',
      'Your bank can take a few days to credit the refund.',
    ],
    facts: listTripRows(trip),
    sms: `Your card payment of ${amount} for ${formatTripInSubject(trip)} arrived too late. We are refunding all of it`,
  }
}

/** The lines about the balance in the confirmation. */
export function listBalanceLines(owed: AmountDueFacts): string[] {
  const { amount, dueAt, isDue } = owed
  if (!isDue) return [`The balance of ${amount} is due on ${dueAt}.`, ...(owed.card === null ? [] : listPayLines(owed))]
  return [`The balance of ${amount} is due now.`, ...listPayLines(owed)]
}

/** The lines about the amount due of a changed trip. */
export function listDueLines(owed: AmountDueFacts, deposit: DepositDueFacts | null): string[] {
  const { amount, dueAt, isDue, card } = owed
  if (deposit !== null) return [`The amount due is ${amount}.`, ...listDepositLines(deposit, owed)]
  if (isDue) return [`The amount due now is ${amount}.`, ...listPayLines(owed)]
  return [`The amount due is ${amount}. It is due on ${dueAt}.`, ...(card === null ? [] : listPayLines(owed))]
}

/** The unpaid part of a deposit, and the rest of the price; `rest` is null if nothing remains. */
export type DepositDueFacts = { readonly amount: string; readonly rest: string | null }

/** The lines about the deposit of a trip that was booked without a payment. */
export function listDepositLines({ amount, rest }: DepositDueFacts, { payTo, dueAt }: AmountDueFacts): string[] {
  return [
    `Please pay the deposit of ${amount} now.`,
    ...(payTo === null ? ['You can pay on your trip page.'] : listTransferLines(payTo)),
    ...(rest === null ? [] : [`The balance of ${rest} is due on ${dueAt}.`]),
  ]
}

/** The lines about the way of paying; `isAsked` if an earlier line asks for the payment. */
function listPayLines({ payTo, card, isDue }: AmountDueFacts, { isAsked } = { isAsked: false }): string[] {
  if (payTo !== null) return listTransferLines(payTo)
  if (card !== null) return [`We will charge ${card.amount} to your card automatically on ${card.at}.`]
  return [isDue && !isAsked ? 'Please pay on your trip page.' : 'You can pay on your trip page.']
}

function listDueRows(trip: TripWithAmountDue): [string, string][] {
  return [...listTripRows(trip), ['Due', `${trip.amount}, ${trip.dueAt}`]]
}
