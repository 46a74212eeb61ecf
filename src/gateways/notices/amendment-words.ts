import { type AmountDueFacts, type DepositDueFacts, listDueLines } from './balance-words.ts'
import { formatList, formatTripInSms, formatTripInSubject, listTripRows, type TripFacts } from './customer-words.ts'
import { composeJobNotice, type JobFacts } from './desk-words.ts'
import { composeDutyNotice, type DriveFacts } from './driver-words.ts'
import { type NoticeWords, shortenForSms } from './letter.ts'

/** A change of a booking: the names of its changed fields, and its new price, formatted. */
export type ChangeFacts = {
  readonly parts: readonly string[]
  /** New price of the trip and the difference; null if the price is unchanged. */
  readonly price: { readonly amount: string; readonly difference: string; readonly isMore: boolean } | null
}

/** A change in a message to the customer: with the trip, and the operator's name. */
export type CustomerChange = TripFacts & ChangeFacts & { readonly operator: string }

const partNames: Readonly<Record<string, string>> = {
  departsAt: 'the departure',
  returnsAt: 'the return',
  legs: 'the route',
  passengerCount: 'the number of passengers',
  leadPassenger: 'the lead passenger',
  customer: 'the customer’s contact details',
  vehicles: 'the vehicles',
}

/** Words for the changed parts in a message to the customer. */
const partNamesForCustomer: typeof partNames = { ...partNames, customer: 'your contact details' }

function formatChangedParts({ parts }: Pick<ChangeFacts, 'parts'>, words = partNames): string {
  const named = parts.map((part) => words[part] ?? `the ${part}`)
  return named.length === 0 ? 'the price' : formatList(named)
}

function listPriceLines({ price }: Pick<ChangeFacts, 'price'>): string[] {
  if (price === null) return ['The price is unchanged.']
  const { amount, difference, isMore } = price
  return [`The price is ${amount}, ${difference} ${isMore ? 'more' : 'less'} than before.`]
}

function listReasonLines(reason: string | null): string[] {
  return reason === null ? [] : [`Reason: ${reason}`]
}

export function composeAmendmentProposed(
  change: CustomerChange & { readonly reason: string | null; readonly respondBy: string; readonly answerBy: string },
): NoticeWords {
  const { operator, reason, respondBy, answerBy, price } = change
  const cost = price === null ? '' : ` for ${price.amount}`
  return {
    subject: `Answer by ${answerBy}: change to ${formatTripInSubject(change)}`,
    lines: [
      `${operator} asks to change ${formatChangedParts(change, partNamesForCustomer)}; accept or decline by ${respondBy}.`,
      ...listReasonLines(reason),
      ...listPriceLines(change),
      'Your booking is unchanged until you accept.',
    ],
    facts: listTripRows(change),
    sms: `${shortenForSms(operator, 40)} asks to change ${formatTripInSms(change)}${cost}. Answer by ${respondBy}`,
  }
}

export function composeAmended(
  change: CustomerChange & { readonly owed: AmountDueFacts | null; readonly deposit: DepositDueFacts | null },
): NoticeWords {
  const { price, owed, deposit } = change
  const isLess = price !== null && !price.isMore
  return {
    subject: `Changed: ${formatTripInSubject(change)}`,
    lines: [
      `Your booking has changed: ${formatChangedParts(change, partNamesForCustomer)}.`,
      ...listPriceLines(change),
      ...(isLess ? ['If you have paid more, the difference will be refunded.'] : []),
      ...(owed === null ? ['Nothing more is due.'] : listDueLines(owed, deposit)),
    ],
    facts: listTripRows(change),
    sms: `Changed: ${formatTripInSms(change)}${price === null ? '' : `. The price is ${price.amount}`}`,
  }
}

export function composeAmendmentRefused(change: CustomerChange & { readonly reason: string | null }): NoticeWords {
  const first = `${change.operator} declined the change that you requested; your booking is unchanged.`
  return composeUnchanged(change, first, listReasonLines(change.reason), 'Your change was declined')
}

export function composeAmendmentWithdrawn(change: CustomerChange): NoticeWords {
  const first = `${change.operator} has withdrawn the proposed change; your booking is unchanged.`
  return composeUnchanged(change, first, [], 'The proposed change was withdrawn')
}

export function composeAmendmentExpired(change: CustomerChange): NoticeWords {
  const first = 'The change request expired without an answer; your booking is unchanged.'
  return composeUnchanged(change, first, [], 'The change request expired')
}

function composeUnchanged(change: CustomerChange, first: string, more: readonly string[], inShort: string): NoticeWords {
  return {
    subject: `Not changed: ${formatTripInSubject(change)}`,
    lines: [first, ...more],
    facts: listTripRows(change),
    sms: `Not changed: ${formatTripInSms(change)}. ${inShort}`,
  }
}

/** A change in a message to an operator's people. */
type DeskChange = JobFacts & ChangeFacts

export function composeChangeRequested(
  change: DeskChange & { readonly respondBy: string; readonly answerBy: string; readonly reason: string | null },
): NoticeWords {
  const { reason, respondBy, answerBy } = change
  return composeJobNotice(
    change,
    `Answer by ${answerBy}: change request, ${formatTripInSubject(change)}`,
    `The customer asks to change ${formatChangedParts(change)}; accept or decline by ${respondBy}.`,
    ...listReasonLines(reason),
  )
}

export function composeChangeDeclined(change: DeskChange & { readonly reason: string | null }): NoticeWords {
  return composeJobNotice(
    change,
    `Change declined: ${formatTripInSubject(change)}`,
    `The customer declined your change to ${formatChangedParts(change)}; the booking is unchanged.`,
    ...listReasonLines(change.reason),
  )
}

export function composeChangeExpired(change: DeskChange): NoticeWords {
  return composeJobNotice(
    change,
    `Change request expired: ${formatTripInSubject(change)}`,
    `The request to change ${formatChangedParts(change)} expired without an answer; the booking is unchanged.`,
  )
}

export function composeDeskAmended(change: DeskChange & { readonly payout: string }): NoticeWords {
  const { payout, price } = change
  return composeJobNotice(
    change,
    `Changed: ${formatTripInSubject(change)}`,
    `The booking has changed: ${formatChangedParts(change)}.`,
    ...(price === null ? [] : [...listPriceLines(change), `Your payout is ${payout}.`]),
  )
}

export function composeTripChanged(drive: DriveFacts & Pick<ChangeFacts, 'parts'>): NoticeWords {
  const parts = formatChangedParts(drive)
  const lines = [`${drive.operator} has changed this job: ${parts}.`, 'The driver app has all details.']
  return composeDutyNotice('Changed', drive, { lines, isReported: true, more: ` Changed: ${parts}.` })
}
