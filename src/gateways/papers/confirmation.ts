import { type CancellationTerm, keptUnder } from '../../domain/cancellation-terms.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import { roundedEnd } from '../../domain/leg.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { MoneyClocks } from '../../domain/money-time.ts'
import type { Letterhead, PaperBlock, PaperFact, PaperTable, PrintedPaper } from '../../domain/printed-paper.ts'
import type { QuoteVehicle } from '../../domain/quote.ts'
import { counted, hoursAndMinutes } from '../../domain/spoken.ts'
import { spokenCode, spokenMoneyDay, withYear } from './spoken.ts'
import { callsTable, groupFacts, type PrintedTrip } from './trip-parts.ts'

/** A booking as a customer and an operator agreed on it. Amounts in minor units, instants in ms. */
export type PromisedBooking = {
  readonly letterhead: Letterhead
  readonly trip: PrintedTrip
  readonly revision: number
  readonly confirmedAt: number
  readonly isCalledOff: boolean
  readonly customer: { readonly name: string; readonly organisation: string | null }
  readonly leadPassenger: { readonly name: string; readonly phone: string | null } | null
  readonly poNumber: string | null
  readonly money: BookedMoney
  /** Zone of the operator, on whose clocks money is due and received. */
  readonly timezone: string
}

type BookedMoney = {
  readonly currencyCode: string
  readonly priceAmount: number
  readonly depositAmount: number
  readonly paidAmount: number
  readonly dueAmount: number
  readonly balanceDueAt: number | null
  readonly extras: readonly { readonly kind: string; readonly note: string | null; readonly amount: number }[]
}

/** The facts of a confirmation: a booking as agreed, with what the quote promised. */
export type ConfirmationFacts = PromisedBooking & {
  readonly vehicles: readonly QuoteVehicle[]
  readonly inclusions: readonly string[]
  readonly exclusions: readonly string[]
  readonly includedWaitingMinutes: number | null
  readonly extraHourAmount: number | null
  readonly extraMileAmount: number | null
  readonly note: string | null
  readonly terms: readonly CancellationTerm[]
}

/** The confirmation of what the customer has booked, on which terms. */
export function confirmation(facts: ConfirmationFacts, now: number): PrintedPaper {
  const { ref, itinerary, timezone } = facts.trip
  const blocks: (PaperBlock | null)[] = [
    { kind: 'facts', facts: bookingFacts(facts), across: 3 },
    { kind: 'heading', text: itinerary.summary },
    callsTable(itinerary, itinerary.legs, now, false),
    itinerary.notes === null ? null : { kind: 'text', text: itinerary.notes },
    { kind: 'heading', text: 'What is agreed' },
    { kind: 'facts', facts: promises(facts), across: 3 },
    facts.note === null ? null : { kind: 'text', text: facts.note },
    { kind: 'heading', text: 'Price' },
    moneyTable(facts.money, moneyClocks(facts)),
    ...(facts.isCalledOff
      ? []
      : ([
          { kind: 'heading', text: 'What is kept if you call it off' },
          { kind: 'facts', facts: termsOf(facts), across: 3 },
        ] as const)),
  ]
  return {
    title: `Booking confirmation ${ref}`,
    fileName: `confirmation-${ref}`,
    letterhead: facts.letterhead,
    sheets: [
      {
        heading: `Booking confirmation ${ref}`,
        warning: facts.isCalledOff ? 'This booking was called off.' : null,
        blocks: blocks.filter((block) => block !== null),
      },
    ],
    foot: `${ref} · printed ${toSpokenTime(now, timezone, now)}, version ${facts.revision}`,
    printedAt: now,
  }
}

function bookingFacts({ customer, leadPassenger, poNumber, confirmedAt, trip }: PromisedBooking): PaperFact[] {
  const { itinerary, timezone } = trip
  const said = (at: number) => toSpokenTime(at, timezone, withYear)
  const facts: (PaperFact | null)[] = [
    ['For', namesOf(customer)],
    ['Departure', said(itinerary.departsAt)],
    itinerary.returnsAt === null ? null : ['Return departs', said(itinerary.returnsAt)],
    [itinerary.returnsAt === null ? 'Arrival' : 'Back at', said(roundedEnd(itinerary.endsAt, itinerary))],
    ['Booked', said(confirmedAt)],
    leadPassenger && ['Leads the group', [leadPassenger.name, leadPassenger.phone].filter((part) => part !== null).join('\n')],
    poNumber === null ? null : ['Your order', poNumber],
    ...groupFacts(itinerary),
  ]
  return facts.filter((fact) => fact !== null)
}

/** A customer and the organisation they booked for. */
export function namesOf({ name, organisation }: { readonly name: string; readonly organisation: string | null }): string {
  return [organisation, name].filter((part) => part !== null && part !== '').join('\n')
}

function vehiclesOf(vehicles: readonly QuoteVehicle[]): string {
  const lines = vehicles.map(({ type, description, count, seats }) => {
    const named = [spokenCode(type), ...(description === null ? [] : [description])].join(', ')
    return `${count} × ${named}${/_\d+$/.test(type) && type.endsWith(`_${seats}`) ? '' : ` (${counted(seats, 'seat')})`}`
  })
  return lines.join('\n')
}

function promises(facts: ConfirmationFacts): PaperFact[] {
  const { inclusions, exclusions, includedWaitingMinutes, extraHourAmount, extraMileAmount, money } = facts
  const said = (amount: number) => toSpokenAmount(amount, money.currencyCode)
  const list = (codes: readonly string[]) => codes.map(spokenCode).join(', ')
  const found: (PaperFact | null)[] = [
    ['Vehicles', vehiclesOf(facts.vehicles)],
    inclusions.length === 0 ? null : ['Included', list(inclusions)],
    exclusions.length === 0 ? null : ['Not included', list(exclusions)],
    includedWaitingMinutes === null ? null : ['Waiting included', hoursAndMinutes(includedWaitingMinutes)],
    extraHourAmount === null ? null : ['Each further hour', said(extraHourAmount)],
    extraMileAmount === null ? null : ['Each further mile', said(extraMileAmount)],
  ]
  return found.filter((fact) => fact !== null)
}

/** The clocks of the dates about a booking's money. */
export function moneyClocks({ timezone, trip }: Pick<PromisedBooking, 'timezone' | 'trip'>): MoneyClocks {
  return { timezone, tripTimezone: trip.timezone }
}

/** A table of what a booking costs, what was paid, and what is still to pay by when. */
function moneyTable(money: BookedMoney, clocks: MoneyClocks): PaperTable {
  const { priceAmount, depositAmount, paidAmount, dueAmount, balanceDueAt, extras, currencyCode } = money
  const said = (amount: number) => toSpokenAmount(amount, currencyCode)
  const whole = priceAmount + extras.reduce((sum, { amount }) => sum + amount, 0)
  const by = balanceDueAt === null || dueAmount === 0 ? '' : `, by ${spokenMoneyDay(balanceDueAt, clocks)}`
  const deposit: string[][] = depositAmount === 0 ? [] : [['Of this the deposit', said(depositAmount)]]
  return {
    kind: 'table',
    columns: [
      { head: 'For', share: 8 },
      { head: 'Amount', share: 2.5, isNumber: true },
    ],
    rows: [['The trip as agreed', said(priceAmount)], ...extras.map((extra) => [extraWords(extra), said(extra.amount)])],
    totals: [['In all', said(whole)], ...deposit, ['Paid so far', said(paidAmount)], [`Still to pay${by}`, said(dueAmount)]],
  }
}

function extraWords({ kind, note }: BookedMoney['extras'][number]): string {
  return note === null ? spokenCode(kind) : `${spokenCode(kind)}: ${note}`
}

function termsOf({ terms, money }: ConfirmationFacts): PaperFact[] {
  const facts = terms.map((term): PaperFact => [noticeOf(term), keptWords(term, money)])
  return terms.at(-1)?.daysBefore === 0 ? facts : [...facts, ['Later', 'all that was paid']]
}

/** Read from the longest notice on. */
function noticeOf({ daysBefore }: CancellationTerm): string {
  return daysBefore === 0 ? 'Later' : `At least ${counted(daysBefore, 'day')} before departure`
}

function keptWords(term: CancellationTerm, money: BookedMoney): string {
  if (term.keepBps === 0) return 'nothing'
  const part = term.keepBps === 10_000 ? '' : `${term.keepBps / 100} % of `
  return `${part}the ${term.of}, ${toSpokenAmount(keptUnder(term, money), money.currencyCode)}`
}
