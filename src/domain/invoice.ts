import type { CustomerAccount } from './agreement.ts'
import { type LocalDays, startOfLocalDay, toLocalDate } from './instant.ts'
import { Refusal } from './refusal.ts'
import { partsByRate, type TaxedVehicle, type Vat, type VatPart } from './vat.ts'

export const invoiceStatuses = [
  /** As made, while something of it is due. Paying its bookings moves it on, or a credit note. */
  'open',
  /** Nothing of it is due, also where its booking was called off; a credit note begins and stays here. A payment that is reversed moves it back, a credit note on. */
  'paid',
  /** A credit note has taken it back. Final. */
  'credited',
] as const

export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** One part of a booking at one rate of VAT. */
export type InvoiceLine = VatPart & { readonly ref: string; readonly description: string }

/** The facts of a booking that an invoice tells. Amounts in minor units, instants in ms. */
export type InvoicedBooking = {
  readonly ref: string
  readonly summary: string
  readonly departsAt: number
  readonly priceAmount: number
  readonly extrasAmount: number
  readonly poNumber: string | null
  readonly vehicles: readonly TaxedVehicle[]
}

/** The price of a booking with all that came on top of it, in minor units. */
export function grossOf({ priceAmount, extrasAmount }: Pick<InvoicedBooking, 'priceAmount' | 'extrasAmount'>): number {
  return priceAmount + extrasAmount
}

/** The lines of a booking, one for each rate of VAT. The day is on the trip's clocks (`timezone`), as in its confirmation. */
export function invoiceLinesOf(booking: InvoicedBooking, vat: Vat | null, timezone: string): InvoiceLine[] {
  const { ref, summary, departsAt, extrasAmount, poNumber, vehicles } = booking
  const parts = partsByRate(grossOf(booking), vehicles, vat)
  const told = [
    `${toLocalDate(departsAt, timezone)}: ${summary}`,
    ...(extrasAmount > 0 ? ['with extras'] : []),
    ...(poNumber === null ? [] : [`order ${poNumber}`]),
  ].join('; ')
  return parts.map((part) => ({ ref, description: parts.length === 1 ? told : `${told}; ${seatedIn(part)}`, ...part }))
}

function seatedIn({ vatRateBps }: VatPart): string {
  return vatRateBps === 0 ? 'vehicles of ten or more places' : 'vehicles of fewer than ten places'
}

/** The departure and the end of a trip on an invoice (ms), and its clocks. */
export type InvoicedSpan = { readonly from: number; readonly to: number; readonly timezone: string }

/** The first and the last day of the trips on an invoice, each on the clocks of its trip; null where there are none. */
export function daysInvoiced(spans: readonly InvoicedSpan[]): LocalDays | null {
  const [from] = spans.map((span) => toLocalDate(span.from, span.timezone)).sort()
  const to = spans
    .map((span) => toLocalDate(span.to, span.timezone))
    .sort()
    .at(-1)
  return from === undefined || to === undefined ? null : { from, to }
}

/** The sums of lines: net, VAT and gross. */
export function totalsOf(lines: readonly VatPart[]): Pick<VatPart, 'netAmount' | 'vatAmount' | 'grossAmount'> {
  const sum = (of: (line: VatPart) => number) => lines.reduce((total, line) => total + of(line), 0)
  return {
    netAmount: sum(({ netAmount }) => netAmount),
    vatAmount: sum(({ vatAmount }) => vatAmount),
    grossAmount: sum(({ grossAmount }) => grossAmount),
  }
}

/** The lines as they are taken back, with each amount negated. */
export function takenBack(lines: readonly InvoiceLine[]): InvoiceLine[] {
  return lines.map((line) => ({
    ...line,
    netAmount: 0 - line.netAmount,
    vatAmount: 0 - line.vatAmount,
    grossAmount: 0 - line.grossAmount,
  }))
}

/** An invoice or a credit note, as far as its status goes; `owedAmount` is no more than is due of its bookings, amended or called off. */
type SettledInvoice = {
  readonly owedAmount: number
  /** The number of the invoice that it takes back. */
  readonly credits: number | null
  /** The number of the credit note that took it back. */
  readonly creditedBy: number | null
}

/** The amount due of an invoice: nothing of one that was taken back, nor of a credit note. */
export function dueOf({ owedAmount, credits, creditedBy }: SettledInvoice): number {
  return credits === null && creditedBy === null ? owedAmount : 0
}

/** The status of an invoice. */
export function invoiceStatusOf(invoice: SettledInvoice): InvoiceStatus {
  if (invoice.creditedBy !== null) return 'credited'
  return dueOf(invoice) === 0 ? 'paid' : 'open'
}

/** An invoice is taken back once, and a credit note never. Refuses `invalid_transition`. */
export function mustBeCreditable(invoice: SettledInvoice): void {
  if (invoice.credits === null && invoice.creditedBy === null) return
  const why = invoice.credits === null ? 'This invoice has been credited.' : 'A credit note cannot be credited.'
  throw new Refusal('invalid_transition', why, { currentStatus: invoiceStatusOf(invoice), allowed: [] })
}

/**
 * By which day it is to be paid: so many days after it was made as the account says, else when the last of its balances falls due, and
 * never before it is made. On the clocks of `timezone`.
 */
export function dueOn(
  account: CustomerAccount | null,
  balancesDueAt: readonly (number | null)[],
  timezone: string,
  now: number,
): string {
  if (account !== null) return toLocalDate(startOfLocalDay(now, timezone, account.termsDays), timezone)
  return toLocalDate(Math.max(now, ...balancesDueAt.filter((at) => at !== null)), timezone)
}

/** An invoice's number as it is written. */
export function writtenNumber(number: number): string {
  return String(number).padStart(6, '0')
}

/** The number somebody wrote; null for a text that is none. */
export function readNumber(text: string): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null
}
