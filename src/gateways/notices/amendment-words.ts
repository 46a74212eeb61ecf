import { type Owed, type OwedDeposit, owedLines } from './balance-words.ts'
import { type TripFacts, tripRows } from './customer-words.ts'
import { type JobFacts, jobRows } from './desk-words.ts'
import { type DriveFacts, driveRows } from './driver-words.ts'
import { type NoticeWords, short } from './letter.ts'

/** A change of a booking: the parts of it by the names of their fields, and what is then to be paid, spoken. */
export type ChangeFacts = {
  readonly parts: readonly string[]
  /** Price of the trip after the change, and how much that is more or less; null where the price stays. */
  readonly price: { readonly amount: string; readonly difference: string; readonly isMore: boolean } | null
}

/** A change as its customer is told of it: with the trip, and the operator's name. */
export type CustomerChange = TripFacts & ChangeFacts & { readonly operator: string }

const spokenParts: Readonly<Record<string, string>> = {
  departsAt: 'the departure',
  returnsAt: 'the return',
  legs: 'the route',
  passengerCount: 'how many people travel',
  leadPassenger: 'who leads the group',
  customer: 'how the customer is reached',
  vehicles: 'the vehicles',
}

type SpokenParts = typeof spokenParts

/** Words for the parts of a change, as its customer is told of them. */
const spokenToCustomer: SpokenParts = { ...spokenParts, customer: 'how you are reached' }

function partsOf({ parts }: Pick<ChangeFacts, 'parts'>, words: SpokenParts = spokenParts): string {
  const spoken = parts.map((part) => words[part] ?? `the ${part}`)
  return spoken.length === 0 ? 'the price' : spoken.join(', ')
}

function priceLines({ price }: Pick<ChangeFacts, 'price'>): string[] {
  if (price === null) return ['The price stays as it is.']
  const { amount, difference, isMore } = price
  return [
    isMore
      ? `The price is ${amount}, ${difference} more than before.`
      : `The price is ${amount}, ${difference} less than before.`,
  ]
}

export function amendmentProposed(
  change: CustomerChange & { readonly reason: string | null; readonly respondBy: string },
): NoticeWords {
  const { ref, operator, reason, respondBy, price } = change
  const cost = price === null ? '' : ` for ${price.amount}`
  return {
    subject: `${operator} asks to change your coach trip ${ref}`,
    lines: [
      `${operator} would like to change your trip: ${partsOf(change, spokenToCustomer)}.`,
      ...(reason === null ? [] : [`The reason given: ${reason}`]),
      ...priceLines(change),
      `Please agree or say no until ${respondBy}. Until you agree everything stays as it is.`,
    ],
    facts: tripRows(change),
    sms: `${short(operator, 40)} asks to change your trip ${ref}${cost}. Answer until ${respondBy}`,
  }
}

export function amended(
  change: CustomerChange & { readonly owed: Owed | null; readonly deposit: OwedDeposit | null },
): NoticeWords {
  const { ref, price, owed, deposit } = change
  const isLess = price !== null && !price.isMore
  return {
    subject: `Changed: your coach trip ${ref}`,
    lines: [
      `Your trip has been changed: ${partsOf(change, spokenToCustomer)}.`,
      ...priceLines(change),
      ...(isLess ? ['If you have paid more than that, the difference goes back to you.'] : []),
      ...(owed === null ? ['Nothing more is to be paid.'] : owedLines(owed, deposit)),
    ],
    facts: tripRows(change),
    sms: `Your trip ${ref} has been changed${price === null ? '' : `. It costs ${price.amount}`}`,
  }
}

export function amendmentRefused(change: CustomerChange & { readonly reason: string | null }): NoticeWords {
  const { ref, operator, reason } = change
  return {
    subject: `Your coach trip ${ref} stays as it is`,
    lines: [
      `${operator} cannot change your trip as you wished.`,
      ...(reason === null ? [] : [`The reason given: ${reason}`]),
      'It is booked as before.',
    ],
    facts: tripRows(change),
    sms: `Your trip ${ref} cannot be changed as you wished; it is booked as before`,
  }
}

export function amendmentWithdrawn(change: CustomerChange): NoticeWords {
  const { ref, operator } = change
  return {
    subject: `Your coach trip ${ref} stays as it is`,
    lines: [`${operator} no longer asks to change your trip.`, 'It is booked as before.'],
    facts: tripRows(change),
    sms: `Your trip ${ref} is booked as before; the change was taken back`,
  }
}

export function amendmentLapsed(change: CustomerChange): NoticeWords {
  const { ref } = change
  return {
    subject: `Your coach trip ${ref} stays as it is`,
    lines: [`The change of your trip was not answered in time.`, 'It is booked as before.'],
    facts: tripRows(change),
    sms: `The change of your trip ${ref} was not answered in time; it is booked as before`,
  }
}

/** A change as the people of an operator are told of it. */
type DeskChange = JobFacts & ChangeFacts

function toDesk(job: JobFacts, subject: string, ...lines: string[]): NoticeWords {
  return { subject, lines, facts: jobRows(job), sms: subject }
}

export function wished(change: DeskChange & { readonly respondBy: string; readonly reason: string | null }): NoticeWords {
  const { ref, reason, respondBy } = change
  return toDesk(
    change,
    `The customer of ${ref} wishes for a change`,
    `They want to change ${partsOf(change)}.`,
    ...(reason === null ? [] : [`They say: ${reason}`]),
    `Please answer until ${respondBy}; after that it lapses.`,
  )
}

export function declined(change: DeskChange & { readonly reason: string | null }): NoticeWords {
  const { ref, reason } = change
  return toDesk(
    change,
    `The customer does not want ${ref} changed`,
    `It stays as it is booked; you asked to change ${partsOf(change)}.`,
    ...(reason === null ? [] : [`The reason given: ${reason}`]),
  )
}

export function lapsed(change: DeskChange): NoticeWords {
  return toDesk(change, `A change of ${change.ref} has lapsed`, `No one answered in time about ${partsOf(change)}.`)
}

export function amendedToDesk(change: DeskChange & { readonly payout: string }): NoticeWords {
  const { ref, payout, price } = change
  return toDesk(
    change,
    `Changed: ${ref}`,
    `It was changed: ${partsOf(change)}.`,
    ...(price === null ? [] : [...priceLines(change), `The payout is ${payout}.`]),
  )
}

export function tripChanged(drive: DriveFacts & Pick<ChangeFacts, 'parts'>): NoticeWords {
  const { operator, ref } = drive
  return {
    subject: `${operator}: ${ref} has changed`,
    heading: `${ref} has changed`,
    lines: [`Changed: ${partsOf(drive)}.`, 'Everything about it is in the driver app.'],
    facts: driveRows(drive, false),
    sms: `${ref} has changed: ${partsOf(drive)}.`,
  }
}
