import { type CardDecline, describeDecline } from '../../domain/card-fault.ts'
import { formatCount } from '../../domain/spoken.ts'
import { endSentence, type NoticeWords, shortenForSms } from './letter.ts'

/** Names of a trip in a message to its customer. All times are formatted, amounts too. */
export type TripFacts = {
  readonly ref: string
  readonly summary: string
  /** Towns at both ends, `Leeds → York`. */
  readonly route: string
  /** Day of departure, `Sat 1 May`. */
  readonly day: string
  /** Day of departure without its weekday, `1 May`. */
  readonly date: string
  /** Day and time of departure. */
  readonly departs: string
}

/** The payee of a transfer. `account` is null if the operator has no bank details: the customer then asks the operator. */
export type PayTo = {
  readonly operator: string
  readonly phone: string | null
  readonly account: string | null
  readonly reference: string
}

export function composeTripEntered(
  trip: TripFacts & { readonly operator: string | null; readonly quoteBy: string },
): NoticeWords {
  const { operator, quoteBy } = trip
  return {
    subject: `We have your request: ${formatTripInSubject(trip)}`,
    lines: [
      operator === null
        ? `Operators can send you prices until ${quoteBy}; we email you each one.`
        : `${operator} can send you a price until ${quoteBy}; we email it to you.`,
      'Your trip page shows each price.',
      keepPrivate,
    ],
    facts: listTripRows(trip),
    sms: `We have your request: ${formatTripInSms(trip)}. ${operator === null ? 'Operators' : shortenForSms(operator, 40)} can send you a price until ${quoteBy}`,
  }
}

const keepPrivate = 'Keep the link private: anybody with the link can open your trip.'

export function composeLinkRequested(trip: TripFacts): NoticeWords {
  const subject = `Your new link: ${formatTripInSubject(trip)}`
  return {
    subject,
    lines: [
      'You or your operator requested a new link to your trip.',
      keepPrivate,
      'If you did not request a link, ignore this message.',
    ],
    facts: listTripRows(trip),
    sms: subject,
  }
}

/** An offer in a message to its customer. */
export type OfferFacts = { readonly operator: string; readonly price: string; readonly validUntil: string }

export function composeQuotesChanged(
  trip: TripFacts & {
    readonly came: readonly OfferFacts[]
    readonly changed: readonly OfferFacts[]
    readonly gone: readonly string[]
  },
): NoticeWords {
  const { came, changed, gone } = trip
  const prices = came.map(({ operator, price }, nth) => `${operator}${nth === 0 ? ' quotes' : ''} ${price}`)
  const lines = [
    ...(prices.length === 0 ? [] : [`${formatList(prices)}.`]),
    ...came.map(({ operator, validUntil }) => `The offer from ${operator} ends ${validUntil}.`),
    ...changed.map(({ operator, price, validUntil }) => `${operator} now quotes ${price}; the offer ends ${validUntil}.`),
    ...gone.map((operator) => `The offer from ${operator} has ended.`),
  ]
  const event =
    came.length > 0
      ? `${formatCount(came.length, 'offer')} for`
      : changed.length > 0
        ? 'Changed offer for'
        : 'An offer has ended for'
  const subject = `${event} ${formatTripInSubject(trip)}`
  return { subject, lines, sms: subject, facts: listTripRows(trip) }
}

/** A list in a sentence: `a, b and c`. */
export function formatList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** The quote of an operator for its own trip: sent, changed, or no longer valid. */
export type OwnQuoteFacts = OfferFacts & {
  readonly move: 'sent' | 'changed' | 'ended'
  /** Towns and passengers of the trip. */
  readonly journey: string
}

/** Words about an operator's own quote. The customer has no other quotes to compare. */
export function composeOwnQuote(trip: TripFacts & OwnQuoteFacts): NoticeWords {
  const { move, operator, price, validUntil, journey, day } = trip
  const valid = `it is valid until ${validUntil}.`
  const news = {
    sent: [`Your quote from ${operator}: ${price}, ${day}`, `Here is your quote for ${journey}; ${valid}`],
    changed: [`Your new quote from ${operator}: ${price}, ${day}`, `Here is your new quote for ${journey}; ${valid}`],
    ended: [`Your quote from ${operator} has ended: ${day}`, `Your quote for ${journey} is no longer valid.`],
  } as const
  const [subject, first] = news[move]
  const more = move === 'ended' ? `Ask ${operator} if you still need a coach.` : `The price is ${price}.`
  const inShort = { sent: 'Your quote', changed: 'Your new quote', ended: 'Your quote has ended' }[move]
  const sms = move === 'ended' ? `${inShort}: ${day}` : `${inShort}: ${price}, ${day}, valid until ${validUntil}`
  return { subject, lines: [first, more], facts: listTripRows(trip), sms }
}

/** Whether the trip is an operator's own sale, with one quote and no other offers. */
type Sale = { readonly isOwn: boolean }

/** `others` is the number of other offers that the customer can book. */
export function composeRequestRejected(
  trip: TripFacts & Sale & { readonly operator: string; readonly reason: string; readonly others: number },
): NoticeWords {
  const { operator, reason, others, isOwn, day } = trip
  const because = toClause(reason)
  const rest = isOwn ? '' : `; you have ${others === 0 ? 'no other offers' : formatCount(others, 'other offer')}`
  return {
    subject: `${operator} can't do ${day}; you have not been charged`,
    lines: [
      `${operator} declined your request${because === null ? '' : ` because ${because}`}${rest}.`,
      ...(because === null && reason.trim() !== '' ? [`Reason: ${reason}`] : []),
    ],
    facts: listTripRows(trip),
    sms: `${shortenForSms(operator, 40)} can't do ${day}. You have not been charged`,
  }
}

const clauseOpenings: ReadonlySet<string> = new Set('a all an every it no that the there this your'.split(' '))

const finiteVerb = /\b(?:is|are|was|were|has|have|does|do|will|can|cannot|can['’]t|(?:is|are|was|were|has|have|does|do)n['’]t)\b/i

/**
 * A reason in a form that can follow "because": one short sentence with a verb that begins like a clause. Null for any other.
 * Names and acronyms at its start keep their capitals, so such a reason is no clause.
 */
function toClause(reason: string): string | null {
  const sentence = reason.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  if (sentence.length > 80 || /[.:;!?]/.test(sentence)) return null
  const [first = '', next = ''] = sentence.split(' ')
  const isPlain = /^[A-Z]?[a-z]*$/.test(first) && /^[a-z\d]/.test(next)
  if (!isPlain || !clauseOpenings.has(first.toLowerCase()) || !finiteVerb.test(sentence)) return null
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

export function composeRequestExpired(trip: TripFacts & Sale & { readonly operator: string }): NoticeWords {
  const { operator, isOwn } = trip
  const next = isOwn ? 'Request again' : 'Try another offer'
  return {
    subject: `No answer from ${operator}: ${formatTripInSubject(trip)}`,
    lines: [
      `${operator} did not answer your request in time; you have not been charged.`,
      isOwn
        ? 'You can request the coach again on your trip page.'
        : 'You can request the coach again, or book another offer, on your trip page.',
    ],
    facts: listTripRows(trip),
    sms: `No answer from ${shortenForSms(operator, 40)} for ${trip.day}. You have not been charged. ${next}`,
  }
}

export function composePaymentPage(
  trip: TripFacts & { readonly operator: string; readonly amount: string; readonly isDeposit: boolean; readonly until: string },
): NoticeWords {
  const { operator, amount, isDeposit, until } = trip
  return {
    subject: `Pay ${amount} by card: ${formatTripInSubject(trip)}`,
    lines: [
      `Please pay ${operator} ${amount} by card before ${until}${isDeposit ? '; the payment books your trip' : ''}.`,
      `If the payment page has closed, ask ${operator} for a new link.`,
    ],
    facts: listTripRows(trip),
    sms: `Pay ${amount} by card before ${until}: ${formatTripInSubject(trip)}`,
  }
}

export function composeCardFailed(
  trip: TripFacts & {
    readonly operator: string
    readonly amount: string
    readonly until: string
    readonly reason: CardDecline
  },
): NoticeWords {
  const { operator, amount, until, reason } = trip
  const headline = formatCardHeadline(reason)
  return {
    subject: `${headline}: ${formatTripInSubject(trip)}`,
    lines: [
      `${describeDecline(reason)} Your trip is not booked yet.`,
      endSentence(`Pay ${amount} on your trip page before ${until} to book with ${operator}`),
    ],
    facts: listTripRows(trip),
    sms: `${headline}. Pay ${amount} before ${until}: ${formatTripInSubject(trip)}`,
  }
}

/** Short headline for a card that did not pay. */
export function formatCardHeadline(reason: CardDecline): string {
  return reason === 'confirm_with_bank' ? 'Your bank asks you to confirm the payment' : 'Your card was declined'
}

export function composeTransferAwaited(
  trip: TripFacts & { readonly amount: string; readonly until: string; readonly payTo: PayTo },
): NoticeWords {
  const { amount, until, payTo } = trip
  return {
    subject: `Please pay ${amount}: ${formatTripInSubject(trip)}`,
    lines: [
      endSentence(`Please transfer ${amount} by ${until} to book your coach with ${payTo.operator}`),
      `${payTo.operator} keeps the coach for you until then. Your trip is booked when the transfer arrives.`,
      ...listTransferLines(payTo),
    ],
    facts: listTripRows(trip),
    sms: `Please transfer ${amount} by ${until}: ${formatTripInSubject(trip)}`,
  }
}

/** The lines that name the payee of a transfer and its reference. */
export function listTransferLines({ operator, phone, account, reference }: PayTo): string[] {
  const asked = `Ask ${operator} where to pay${phone === null ? '' : `: ${phone}`}.`
  return [account === null ? asked : `Pay to: ${operator}, ${account}`, `Payment reference: ${reference}`]
}

/** Route and day, as each subject ends. */
export function formatTripInSubject({ route, day }: Pick<TripFacts, 'route' | 'day'>): string {
  return `${route}, ${day}`
}

/** Route and day in an SMS. The route is shortened, so that the words after it are never truncated. */
export function formatTripInSms({ route, day }: Pick<TripFacts, 'route' | 'day'>): string {
  return [shortenForSms(route, 60), day].filter(Boolean).join(', ')
}

/** The facts in a customer's mail: the trip, its departure and its reference. */
export function listTripRows({ ref, summary, departs }: TripFacts): [string, string][] {
  return [
    ['Trip', summary],
    ['Departs', departs],
    ['Reference', ref],
  ]
}
