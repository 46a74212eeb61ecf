import { balanceLines, depositLines, type Owed, type OwedDeposit } from './balance-words.ts'
import { type TripFacts, tripRows } from './customer-words.ts'
import { type NoticeWords, short } from './letter.ts'

/** The operator that a trip is booked with. */
type OperatorFacts = { readonly operator: string; readonly phone: string | null; readonly licence: string | null }

type BookingFacts = TripFacts & OperatorFacts

export function booked(
  trip: BookingFacts & {
    readonly price: string
    readonly paid: string
    /** Null when nothing is. */
    readonly owed: Owed | null
    /** Way of paying that was agreed, say on the telephone; null where a deposit made the booking. */
    readonly terms: 'deposit' | 'account' | 'cash' | null
    /** Part of an agreed deposit that is still to come; null where nothing is. */
    readonly deposit: OwedDeposit | null
  },
): NoticeWords {
  const { ref, operator, phone, licence, deposit } = trip
  const known = [operator, phone, licence === null ? null : `licence ${licence}`].filter((one) => one !== null)
  return {
    subject: `Booked: your coach trip ${ref}`,
    lines: [`Your trip is booked.`, `You travel with ${known.join(', ')}.`, ...paymentLines(trip)],
    facts: tripRows(trip),
    sms: `Your trip ${ref} is booked with ${short(operator, 40)}, ${trip.departs}${deposit === null ? '' : `. A deposit of ${deposit.amount} is to be paid`}`,
  }
}

/** The lines about what a trip costs, and how and until when it is paid. */
function paymentLines({ operator, price, paid, owed, terms, deposit }: Parameters<typeof booked>[0]): string[] {
  if (terms === 'account') return [`The price is ${price}. ${operator} sends you an invoice.`]
  if (terms === 'cash') return [`The price is ${price}, to be paid in cash when you travel.`]
  if (owed === null) return [`The price is ${price}, and ${paid} has been paid.`, 'Nothing more is to be paid.']
  if (deposit === null) return [`The price is ${price}, and ${paid} has been paid.`, ...balanceLines(owed)]
  return [`The price is ${price}.`, ...depositLines(deposit, owed)]
}

export function cancelled(
  trip: TripFacts & {
    readonly by: 'customer' | 'operator' | 'platform'
    readonly reason: string
    readonly refund: string | null
  },
): NoticeWords {
  const { ref, by, reason, refund } = trip
  const who = by === 'customer' ? 'as you asked' : by === 'operator' ? 'by the operator' : 'by the office'
  return {
    subject: `Cancelled: your coach trip ${ref}`,
    lines: [
      `Your trip is cancelled, ${who}.`,
      `The reason given: ${reason}`,
      refund === null ? 'No money goes back to you.' : `${refund} goes back to you.`,
    ],
    facts: tripRows(trip),
    sms: `Your trip ${ref} is cancelled${refund === null ? '' : `. ${refund} goes back to you`}`,
  }
}

/** A driver and their vehicle, as far as they are known; of the driver the first name alone. */
export type CrewFacts = { readonly driver: string; readonly vehicle: string }

export function dayBefore(trip: BookingFacts & { readonly crew: readonly CrewFacts[] }): NoticeWords {
  const { ref, operator, phone, crew, departs } = trip
  const [first, ...others] = crew.map(({ driver, vehicle }) => `${short(driver, 30)} in ${short(vehicle, 20)}`)
  const inShort = first === undefined ? '' : `: ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`
  return {
    subject: `Your coach trip ${ref}: ${departs}`,
    lines: [
      `Your trip is about to begin.`,
      whoComes(crew),
      phone === null ? `Questions? Ask ${operator}.` : `Questions? ${operator} is at ${phone}.`,
    ],
    facts: tripRows(trip),
    sms: `Trip ${ref}, ${departs}${inShort}${phone === null ? '' : `. Questions? ${phone}`}`,
  }
}

function whoComes(crew: readonly CrewFacts[]): string {
  const [first, ...others] = crew
  if (first === undefined) return 'The operator is about to name your driver.'
  if (others.length === 0) return `Your driver is ${first.driver}, in ${first.vehicle}.`
  const named = crew.map(({ driver, vehicle }) => `${driver} in ${vehicle}`)
  return `Your drivers are ${named.slice(0, -1).join(', ')} and ${named.at(-1)}.`
}

export function onTheWay(trip: BookingFacts & { readonly crew: CrewFacts }): NoticeWords {
  const { ref, crew, phone } = trip
  return {
    subject: `Your coach is on the way: ${ref}`,
    lines: [
      `${crew.driver} in ${crew.vehicle} is on the way for your trip.`,
      ...(phone === null ? [] : [`Questions? ${trip.operator} is at ${phone}.`]),
    ],
    facts: tripRows(trip),
    sms: `${short(crew.driver, 30)} in ${short(crew.vehicle, 20)} is on the way for ${ref}${phone === null ? '' : `. Questions? ${phone}`}`,
  }
}

/** `vehicle` is the plate of the coach that is late, where there are several. */
export function delayed(trip: BookingFacts & { readonly minutes: number; readonly vehicle: string | null }): NoticeWords {
  const { ref, minutes, phone, vehicle } = trip
  const coach = vehicle === null ? 'The coach' : `The coach ${vehicle}`
  const inShort = vehicle === null ? 'The coach' : `The coach ${short(vehicle, 20)}`
  return {
    subject: `Your coach is late: ${ref}`,
    lines: [
      `${coach} for your trip is about ${minutes} minutes late. We are sorry.`,
      ...(phone === null ? [] : [`Questions? ${trip.operator} is at ${phone}.`]),
    ],
    facts: tripRows(trip),
    sms: `${inShort} for ${ref} is about ${minutes} minutes late. Sorry${phone === null ? '' : `. Questions? ${phone}`}`,
  }
}
