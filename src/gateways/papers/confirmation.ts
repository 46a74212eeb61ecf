import { type CancellationTerm, computeKeptAmount } from '../../domain/cancellation-terms.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import { roundTripEnd } from '../../domain/leg.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { MoneyClocks } from '../../domain/money-time.ts'
import type { Letterhead, PaperBlock, PaperFact, PaperTable, PrintedPaper } from '../../domain/printed-paper.ts'
import type { QuoteVehicle } from '../../domain/quote.ts'
import { formatCount, formatHoursAndMinutes } from '../../domain/spoken.ts'
import { formatCode, formatPaperMoneyDay, withYear } from './spoken.ts'
import { buildCallsTable, listGroupFacts, type PrintedTrip } from './trip-parts.ts'

/** An agreed booking. Amounts in minor units, instants in ms. */
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
  /** Zone of the operator, for due and payment dates. */
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

/** The facts of a confirmation: a booking with the promises of its quote. */
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

/** The confirmation of a booking and its terms. */
export function buildConfirmationPaper(facts: ConfirmationFacts, now: number): PrintedPaper {
  const { ref, itinerary, timezone } = facts.trip
  const blocks: (PaperBlock | null)[] = [
    { kind: 'facts', facts: listBookingFacts(facts), across: 3 },
    { kind: 'heading', text: itinerary.summary },
    buildCallsTable(itinerary, itinerary.legs, now, false),
    itinerary.notes === null ? null : { kind: 'text', text: itinerary.notes },
    { kind: 'heading', text: 'Agreed terms' },
    { kind: 'facts', facts: listPromiseFacts(facts), across: 3 },
    facts.note === null ? null : { kind: 'text', text: facts.note },
    { kind: 'heading', text: 'Price' },
    buildMoneyTable(facts.money, findMoneyClocks(facts)),
    ...(facts.isCalledOff
      ? []
      : ([
          { kind: 'heading', text: 'Cancellation charges' },
          { kind: 'facts', facts: listTermFacts(facts), across: 3 },
        ] as const)),
  ]
  return {
    title: `Booking confirmation ${ref}`,
    fileName: `confirmation-${ref}`,
    letterhead: facts.letterhead,
    sheets: [
      {
        heading: `Booking confirmation ${ref}`,
        warning: facts.isCalledOff ? 'This booking was cancelled.' : null,
        blocks: blocks.filter((block) => block !== null),
      },
    ],
    foot: `${ref} · printed ${toSpokenTime(now, timezone, now)}, version ${facts.revision}`,
    printedAt: now,
  }
}

function listBookingFacts({ customer, leadPassenger, poNumber, confirmedAt, trip }: PromisedBooking): PaperFact[] {
  const { itinerary, timezone } = trip
  const said = (at: number) => toSpokenTime(at, timezone, withYear)
  const facts: (PaperFact | null)[] = [
    ['For', formatCustomerNames(customer)],
    ['Departs', said(itinerary.departsAt)],
    itinerary.returnsAt === null ? null : ['Return departs', said(itinerary.returnsAt)],
    [itinerary.returnsAt === null ? 'Arrives' : 'Back at', said(roundTripEnd(itinerary.endsAt, itinerary))],
    ['Booked', said(confirmedAt)],
    leadPassenger && ['Lead passenger', [leadPassenger.name, leadPassenger.phone].filter((part) => part !== null).join('\n')],
    poNumber === null ? null : ['Order number', poNumber],
    ...listGroupFacts(itinerary),
  ]
  return facts.filter((fact) => fact !== null)
}

/** The names of a customer and its organisation. */
export function formatCustomerNames({
  name,
  organisation,
}: {
  readonly name: string
  readonly organisation: string | null
}): string {
  return [organisation, name].filter((part) => part !== null && part !== '').join('\n')
}

function formatVehicles(vehicles: readonly QuoteVehicle[]): string {
  const lines = vehicles.map(({ type, description, count, seats }) => {
    const named = [formatCode(type), ...(description === null ? [] : [description])].join(', ')
    return `${count} × ${named}${/_\d+$/.test(type) && type.endsWith(`_${seats}`) ? '' : ` (${formatCount(seats, 'seat')})`}`
  })
  return lines.join('\n')
}

function listPromiseFacts(facts: ConfirmationFacts): PaperFact[] {
  const { inclusions, exclusions, includedWaitingMinutes, extraHourAmount, extraMileAmount, money } = facts
  const said = (amount: number) => toSpokenAmount(amount, money.currencyCode)
  const list = (codes: readonly string[]) => codes.map(formatCode).join(', ')
  const found: (PaperFact | null)[] = [
    ['Vehicles', formatVehicles(facts.vehicles)],
    inclusions.length === 0 ? null : ['Included', list(inclusions)],
    exclusions.length === 0 ? null : ['Not included', list(exclusions)],
    includedWaitingMinutes === null ? null : ['Waiting included', formatHoursAndMinutes(includedWaitingMinutes)],
    extraHourAmount === null ? null : ['Extra hour', said(extraHourAmount)],
    extraMileAmount === null ? null : ['Extra mile', said(extraMileAmount)],
  ]
  return found.filter((fact) => fact !== null)
}

/** The clocks of due and payment dates. */
export function findMoneyClocks({ timezone, trip }: Pick<PromisedBooking, 'timezone' | 'trip'>): MoneyClocks {
  return { timezone, tripTimezone: trip.timezone }
}

/** A table of price, payments and amount due. */
function buildMoneyTable(money: BookedMoney, clocks: MoneyClocks): PaperTable {
  const { priceAmount, depositAmount, paidAmount, dueAmount, balanceDueAt, extras, currencyCode } = money
  const said = (amount: number) => toSpokenAmount(amount, currencyCode)
  const whole = priceAmount + extras.reduce((sum, { amount }) => sum + amount, 0)
  const by = balanceDueAt === null || dueAmount === 0 ? '' : `, by ${formatPaperMoneyDay(balanceDueAt, clocks)}`
  const deposit: string[][] = depositAmount === 0 ? [] : [['Deposit included', said(depositAmount)]]
  return {
    kind: 'table',
    columns: [
      { head: 'For', share: 8 },
      { head: 'Amount', share: 2.5, isNumber: true },
    ],
    rows: [['Trip as agreed', said(priceAmount)], ...extras.map((extra) => [formatExtra(extra), said(extra.amount)])],
    totals: [['Total', said(whole)], ...deposit, ['Paid', said(paidAmount)], [`Amount due${by}`, said(dueAmount)]],
  }
}

function formatExtra({ kind, note }: BookedMoney['extras'][number]): string {
  return note === null ? formatCode(kind) : `${formatCode(kind)}: ${note}`
}

function listTermFacts({ terms, money }: ConfirmationFacts): PaperFact[] {
  const facts = terms.map((term): PaperFact => [formatTermNotice(term), formatKeptCharge(term, money)])
  return terms.at(-1)?.daysBefore === 0 ? facts : [...facts, ['Later', 'all payments']]
}

/** Terms are listed from the longest notice on. */
function formatTermNotice({ daysBefore }: CancellationTerm): string {
  return daysBefore === 0 ? 'Later' : `At least ${formatCount(daysBefore, 'day')} before departure`
}

function formatKeptCharge(term: CancellationTerm, money: BookedMoney): string {
  if (term.keepBps === 0) return 'nothing'
  const part = term.keepBps === 10_000 ? '' : `${term.keepBps / 100} % of `
  return `${part}the ${term.of}, ${toSpokenAmount(computeKeptAmount(term, money), money.currencyCode)}`
}
