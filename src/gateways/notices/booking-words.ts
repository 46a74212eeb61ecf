import { type AmountDueFacts, type DepositDueFacts, listBalanceLines, listDepositLines } from './balance-words.ts'
import { formatList, formatTripInSms, formatTripInSubject, listTripRows, type TripFacts } from './customer-words.ts'
import { endSentence, type NoticeWords, shortenForSms } from './letter.ts'

/** The operator of a booking. */
type OperatorFacts = { readonly operator: string; readonly phone: string | null; readonly licence: string | null }

type BookingFacts = TripFacts & OperatorFacts

export function composeBooked(
  trip: BookingFacts & {
    readonly price: string
    readonly paid: string
    /** Null if nothing is due. */
    readonly owed: AmountDueFacts | null
    /** Agreed way of paying, for example by telephone; null if a deposit made the booking. */
    readonly terms: 'deposit' | 'account' | 'cash' | null
    /** Unpaid part of an agreed deposit; null if nothing of it is due. */
    readonly deposit: DepositDueFacts | null
  },
): NoticeWords {
  const { operator, phone, licence, route, departs, deposit } = trip
  const inShort = formatTripInSms({ route, day: departs })
  const known = [operator, phone, licence === null ? null : `licence ${licence}`].filter((one) => one !== null)
  const subject = `Confirmed: ${route}, ${departs}`
  return {
    subject,
    lines: [endSentence(`Your coach is booked with ${known.join(', ')}`), ...listPaymentLines(trip)],
    facts: listTripRows(trip),
    sms: `Confirmed: ${inShort}, with ${shortenForSms(operator, 40)}${deposit === null ? '' : `. Please pay the deposit of ${deposit.amount}`}`,
  }
}

/** The lines about price, payments and balance. */
function listPaymentLines({ operator, price, paid, owed, terms, deposit }: Parameters<typeof composeBooked>[0]): string[] {
  if (terms === 'account') return [`The price is ${price}. ${operator} will send you an invoice.`]
  if (terms === 'cash') return [`The price is ${price}. Please pay in cash when you travel.`]
  if (owed === null) return [`The price is ${price}; you have paid ${paid}.`, 'Nothing more is due.']
  if (deposit === null) return [`The price is ${price}; you have paid ${paid}.`, ...listBalanceLines(owed)]
  return [`The price is ${price}.`, ...listDepositLines(deposit, owed)]
}

export function composeCancelled(
  trip: TripFacts & {
    readonly by: 'customer' | 'operator' | 'platform'
    readonly reason: string
    readonly refund: string | null
    /** Whether a card receives the whole refund. */
    readonly isToCard: boolean
    /** Whether the trip was booked, and not only requested. */
    readonly isBooked: boolean
  },
): NoticeWords {
  const { by, reason, refund, isToCard, isBooked } = trip
  const subject = `Cancelled: ${formatTripInSubject(trip)}`
  const what = isBooked ? 'booking' : 'request'
  const who = { customer: 'You', operator: 'The operator', platform: 'The booking service' }[by]
  const money =
    refund !== null
      ? ` and ${refund} will be refunded${isToCard ? ' to your card within 5 days' : ''}`
      : isBooked
        ? '; nothing will be refunded'
        : '; you have not been charged'
  return {
    subject,
    lines: [`Your ${what} is cancelled${money}.`, `${who} cancelled the ${what}.`, `Reason: ${reason}`],
    facts: listTripRows(trip),
    sms: `Cancelled: ${formatTripInSms(trip)}${refund === null ? '' : `. ${refund} will be refunded`}`,
  }
}

/** A driver and vehicle; the driver by first name only. Two drivers can have the same first name. */
export type CrewFacts = { readonly driverId: number; readonly driver: string; readonly vehicle: string }

export function composeDayBefore(
  trip: BookingFacts & {
    /** The drivers on the first leg, and those on later legs only. */
    readonly crew: readonly CrewFacts[]
    readonly laterCrew: readonly CrewFacts[]
    /** `Tomorrow`, `Today` or the day of departure. */
    readonly when: string
    /** Time of departure, `08:30`. */
    readonly time: string
    /** Name of the pick-up; of a home its town. */
    readonly pickup: string
  },
): NoticeWords {
  const { operator, phone, crew, laterCrew, when, time, pickup, route } = trip
  const [first, ...others] = crew.map(({ driver, vehicle }) => `${shortenForSms(driver, 30)} in ${shortenForSms(vehicle, 20)}`)
  const inShort = first === undefined ? '' : `: ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`
  return {
    subject: `${when} ${time}: ${formatCrewInSubject([...crew, ...laterCrew]) ?? route}`,
    lines: [
      describeCollection(trip),
      ...(laterCrew.length === 0 ? [] : [`On later legs: ${endSentence(formatCrewNames(laterCrew))}`]),
      phone === null ? endSentence(`Questions? Ask ${operator}`) : `Questions? Call ${operator} on ${phone}.`,
    ],
    facts: listTripRows(trip),
    sms: `${when} ${time} from ${shortenForSms(pickup, 40)}${inShort}${phone === null ? '' : `. Questions? ${phone}`}`,
  }
}

function formatCrewInSubject(crew: readonly CrewFacts[]): string | null {
  const names = [...new Map(crew.map(({ driverId, driver }) => [driverId, driver])).values()]
  if (names.length === 0) return null
  return `your ${names.length === 1 ? 'driver is' : 'drivers are'} ${formatList(names)}`
}

function describeCollection({ operator, crew, time, pickup }: Parameters<typeof composeDayBefore>[0]): string {
  const [first, ...others] = crew
  if (first === undefined) return `${operator} will name your driver before departure at ${time}.`
  const collect =
    others.length === 0 ? `${first.driver} will collect you in ${first.vehicle}` : `${formatCrewNames(crew)} will collect you`
  return endSentence(`${collect} at ${time} from ${pickup}`)
}

function formatCrewNames(crew: readonly CrewFacts[]): string {
  return formatList(crew.map(({ driver, vehicle }) => `${driver} in ${vehicle}`))
}

export function composeOnTheWay(trip: BookingFacts & { readonly crew: CrewFacts }): NoticeWords {
  const { crew, phone } = trip
  return {
    subject: `Your coach is on the way: ${formatTripInSubject(trip)}`,
    lines: [`${crew.driver} is on the way to you in ${crew.vehicle}.`, ...listQuestionLines(trip)],
    facts: listTripRows(trip),
    sms: `${shortenForSms(crew.driver, 30)} is on the way to you in ${shortenForSms(crew.vehicle, 20)}${phone === null ? '' : `. Questions? ${phone}`}`,
  }
}

/** `vehicle` is the plate of the late coach if the trip has several. */
export function composeDelayed(trip: BookingFacts & { readonly minutes: number; readonly vehicle: string | null }): NoticeWords {
  const { minutes, phone, vehicle } = trip
  const coach = vehicle === null ? 'Your coach' : `Coach ${vehicle}`
  const inShort = vehicle === null ? 'Your coach' : `Coach ${shortenForSms(vehicle, 20)}`
  return {
    subject: `${coach} is ${minutes} minutes late: ${formatTripInSubject(trip)}`,
    lines: [`${coach} is about ${minutes} minutes late; we are sorry.`, ...listQuestionLines(trip)],
    facts: listTripRows(trip),
    sms: `${inShort} is about ${minutes} minutes late. Sorry${phone === null ? '' : `. Questions? ${phone}`}`,
  }
}

function listQuestionLines({ operator, phone }: OperatorFacts): string[] {
  return phone === null ? [] : [`Questions? Call ${operator} on ${phone}.`]
}
