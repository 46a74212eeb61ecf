import { type CardDecline, declineSentence } from '../../domain/card-fault.ts'
import { type NoticeWords, short } from './letter.ts'

/** A trip as its customer knows it: `departs` and all other times are spoken, amounts too. */
export type TripFacts = { readonly ref: string; readonly summary: string; readonly departs: string }

/** The payee of a transfer. `account` is null where the operator has not said: the customer is then to ask them. */
export type PayTo = {
  readonly operator: string
  readonly phone: string | null
  readonly account: string | null
  readonly reference: string
}

export function tripEntered(trip: TripFacts & { readonly operator: string | null; readonly quoteBy: string }): NoticeWords {
  const { ref, operator } = trip
  const who = operator ?? 'Coach operators'
  const next = operator === null ? 'You hear of every offer, and choose the one you like.' : 'You get their quote by email.'
  return {
    subject: `Your coach trip ${ref}`,
    lines: [
      `Thank you. We have your trip.`,
      `${who} can send you a price until ${trip.quoteBy}. ${next}`,
      'Your own page shows how the trip stands. Keep its link to yourself: it opens the trip to anybody who has it.',
    ],
    facts: tripRows(trip),
    sms: `We have your trip ${ref}, ${trip.departs}. ${operator === null ? 'You hear of every offer' : 'You get their quote'}`,
  }
}

export function linkAsked(trip: TripFacts): NoticeWords {
  const { ref } = trip
  return {
    subject: `A new link to your trip ${ref}`,
    lines: [
      `You, or your operator for you, asked for a new link to your trip.`,
      'Keep it to yourself: it opens the trip to anybody who has it. If you did not ask, you need do nothing.',
    ],
    facts: tripRows(trip),
    sms: `A new link to your trip ${ref}`,
  }
}

/** One offer as the customer is told of it. */
export type OfferFacts = { readonly operator: string; readonly price: string; readonly validUntil: string }

export function quotesChanged(
  trip: TripFacts & {
    readonly came: readonly OfferFacts[]
    readonly changed: readonly OfferFacts[]
    readonly gone: readonly string[]
  },
): NoticeWords {
  const { ref, came, changed, gone } = trip
  const news = [
    ...came.map(({ operator, price, validUntil }) => `${operator} offers your trip for ${price}, until ${validUntil}.`),
    ...changed.map(({ operator, price, validUntil }) => `${operator} has changed its offer: ${price}, until ${validUntil}.`),
    ...gone.map((operator) => `The offer of ${operator} is no longer open.`),
  ]
  const headline =
    came.length > 0
      ? `${came.length === 1 ? 'An offer' : `${came.length} offers`} for your trip ${ref}`
      : changed.length > 0
        ? `A changed offer for your trip ${ref}`
        : `An offer for your trip ${ref} is gone`
  return { subject: headline, lines: news, sms: headline, facts: tripRows(trip) }
}

/** The quote of an operator for its own trip: sent, changed, or no longer valid. */
export type OwnQuoteFacts = OfferFacts & {
  readonly move: 'sent' | 'changed' | 'ended'
  /** Places and passengers of the trip. */
  readonly route: string
  /** The day of departure. */
  readonly day: string
}

/** Words about an operator's own quote. The customer has no other quotes to compare. */
export function ownQuote({ move, operator, price, validUntil, route, day, ...trip }: TripFacts & OwnQuoteFacts): NoticeWords {
  const valid = `it is valid until ${validUntil}.`
  const news = {
    sent: [`Your quote from ${operator}: ${price}, ${day}`, `Here is your quote for ${route}; ${valid}`],
    changed: [`Your new quote from ${operator}: ${price}, ${day}`, `Here is your new quote for ${route}; ${valid}`],
    ended: [`Your quote from ${operator} has ended: ${day}`, `Your quote for ${route} is no longer valid.`],
  } as const
  const [subject, first] = news[move]
  const more = move === 'ended' ? `Ask ${operator} if you still need a coach.` : `The price is ${price}.`
  const inShort = { sent: 'Your quote', changed: 'Your new quote', ended: 'Your quote has ended' }[move]
  const sms = move === 'ended' ? `${inShort}: ${day}` : `${inShort}: ${price}, ${day}, valid until ${validUntil}`
  return { subject, lines: [first, more], facts: tripRows(trip), sms }
}

/** Whether the trip is an operator's own sale, with one quote and no other offers. */
type Sale = { readonly isOwn: boolean }

export function requestRejected(trip: TripFacts & Sale & { readonly operator: string; readonly reason: string }): NoticeWords {
  const { ref, operator, reason, isOwn } = trip
  return {
    subject: `${operator} cannot take your trip ${ref}`,
    lines: [
      `${operator} has turned down your request. You have not been charged.`,
      `The reason given: ${reason}`,
      ...(isOwn ? [] : ['Your page shows the other offers, if there are any.']),
    ],
    facts: tripRows(trip),
    sms: `${short(operator, 40)} cannot take your trip ${ref}. You have not been charged`,
  }
}

export function requestLapsed(trip: TripFacts & Sale & { readonly operator: string }): NoticeWords {
  const { ref, operator, isOwn } = trip
  return {
    subject: `No answer to your request for ${ref}`,
    lines: [
      `${operator} has not answered your request in time. You have not been charged.`,
      isOwn ? 'You can ask again on your page.' : 'You can ask again, or choose another offer on your page.',
    ],
    facts: tripRows(trip),
    sms: `No answer to your request for ${ref}. You have not been charged. ${isOwn ? 'Ask again' : 'Try another offer'}`,
  }
}

export function paymentPage(
  trip: TripFacts & { readonly operator: string; readonly amount: string; readonly isDeposit: boolean; readonly until: string },
): NoticeWords {
  const { ref, operator, amount, isDeposit, until } = trip
  return {
    subject: `Pay ${amount} by card: ${ref}`,
    lines: [
      `${operator} sends you where to pay ${amount} by card${isDeposit ? '; that books your trip' : ''}.`,
      `The page stays open until ${until}. If it has closed, ask for another.`,
    ],
    facts: tripRows(trip),
    sms: `Pay ${amount} for ${ref} by card until ${until}`,
  }
}

export function cardFailed(
  trip: TripFacts & {
    readonly operator: string
    readonly amount: string
    readonly until: string
    readonly reason: CardDecline
  },
): NoticeWords {
  const { ref, operator, amount, until, reason } = trip
  const what = cardHeadline(reason)
  return {
    subject: `${what}: ${ref}`,
    lines: [
      `${declineSentence(reason)} ${operator} has your trip ready, and ${amount} is to be paid to book it.`,
      `You can pay on your page until ${until}. Nothing is booked before.`,
    ],
    facts: tripRows(trip),
    sms: `${what}. Pay ${amount} for ${ref} until ${until}`,
  }
}

/** Words that say that a card did not pay, as few as it takes. */
export function cardHeadline(reason: CardDecline): string {
  return reason === 'confirm_with_bank' ? 'Your bank asks you to confirm the payment' : 'Your card was declined'
}

export function transferAwaited(
  trip: TripFacts & { readonly amount: string; readonly until: string; readonly payTo: PayTo },
): NoticeWords {
  const { ref, amount, until, payTo } = trip
  return {
    subject: `Please pay ${amount} to book ${ref}`,
    lines: [
      `${payTo.operator} keeps a coach for your trip until ${until}.`,
      `Please transfer ${amount} by then. Your trip is booked when the money has come.`,
      ...wherePaid(payTo),
    ],
    facts: tripRows(trip),
    sms: `Please transfer ${amount} for ${ref} until ${until}`,
  }
}

/** The lines about where a transfer goes, and under which reference. */
export function wherePaid({ operator, phone, account, reference }: PayTo): string[] {
  const asked = `Ask ${operator} where to pay${phone === null ? '' : `: ${phone}`}.`
  return [account === null ? asked : `Pay to: ${operator}, ${account}`, `Reference: ${reference}`]
}

/** The facts that a customer's mail names: the trip and its departure. */
export function tripRows({ ref, summary, departs }: TripFacts): [string, string][] {
  return [
    ['Trip', `${ref}, ${summary}`],
    ['Departs', departs],
  ]
}
