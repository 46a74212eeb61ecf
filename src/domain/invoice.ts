import type { CustomerAccount } from './agreement.ts'
import { type LocalDays, startOfLocalDay, toLocalDate } from './instant.ts'
import { Refusal } from './refusal.ts'
import { splitVatParts, type TaxedVehicle, type Vat, type VatPart } from './vat.ts'

export const invoiceStatuses = [
  /** Initial status, while an amount is due. Payments for its bookings or a credit note move it on. */
  'open',
  /**
   * Nothing is due, also after a cancellation of its booking. A credit note has this status from the start. A reversed payment
   * reopens it; a credit note changes it.
   */
  'paid',
  /** A credit note cancelled it. Final. */
  'credited',
] as const

export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** One part of a booking with one VAT rate. */
export type InvoiceLine = VatPart & { readonly ref: string; readonly description: string }

/** The facts of a booking on an invoice. Amounts in minor units, instants in ms. */
export type InvoicedBooking = {
  readonly ref: string
  readonly summary: string
  readonly departsAt: number
  readonly priceAmount: number
  readonly extrasAmount: number
  readonly poNumber: string | null
  readonly vehicles: readonly TaxedVehicle[]
}

/** The price of a booking with all extras, in minor units. */
export function computeGross({ priceAmount, extrasAmount }: Pick<InvoicedBooking, 'priceAmount' | 'extrasAmount'>): number {
  return priceAmount + extrasAmount
}

/** The lines of a booking, one for each VAT rate. The day is in the trip's time zone (`timezone`), as in its confirmation. */
export function listInvoiceLines(booking: InvoicedBooking, vat: Vat | null, timezone: string): InvoiceLine[] {
  const { ref, summary, departsAt, extrasAmount, poNumber, vehicles } = booking
  const parts = splitVatParts(computeGross(booking), vehicles, vat)
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

/** The departure and the end of a trip on an invoice (ms), and its time zone. */
export type InvoicedSpan = { readonly from: number; readonly to: number; readonly timezone: string }

/** The first and the last day of the trips on an invoice, each in the trip's time zone; null without trips. */
export function findInvoicedDays(spans: readonly InvoicedSpan[]): LocalDays | null {
  const [from] = spans.map((span) => toLocalDate(span.from, span.timezone)).sort()
  const to = spans
    .map((span) => toLocalDate(span.to, span.timezone))
    .sort()
    .at(-1)
  return from === undefined || to === undefined ? null : { from, to }
}

/** The sums of lines: net, VAT and gross. */
export function computeInvoiceTotals(lines: readonly VatPart[]): Pick<VatPart, 'netAmount' | 'vatAmount' | 'grossAmount'> {
  const sum = (of: (line: VatPart) => number) => lines.reduce((total, line) => total + of(line), 0)
  return {
    netAmount: sum(({ netAmount }) => netAmount),
    vatAmount: sum(({ vatAmount }) => vatAmount),
    grossAmount: sum(({ grossAmount }) => grossAmount),
  }
}

/** The lines of a credit note, with each amount negated. */
export function negateInvoiceLines(lines: readonly InvoiceLine[]): InvoiceLine[] {
  return lines.map((line) => ({
    ...line,
    netAmount: 0 - line.netAmount,
    vatAmount: 0 - line.vatAmount,
    grossAmount: 0 - line.grossAmount,
  }))
}

/**
 * The fields of an invoice or a credit note for its status. `owedAmount` is at most the amount due of its bookings, after
 * amendments and cancellations.
 */
type SettledInvoice = {
  readonly owedAmount: number
  /** The number of the invoice that this credit note cancels. */
  readonly credits: number | null
  /** The number of the credit note that cancels this invoice. */
  readonly creditedBy: number | null
}

/** The amount due of an invoice. Zero for a credited invoice and for a credit note. */
export function computeInvoiceDue({ owedAmount, credits, creditedBy }: SettledInvoice): number {
  return credits === null && creditedBy === null ? owedAmount : 0
}

/** The status of an invoice. */
export function findInvoiceStatus(invoice: SettledInvoice): InvoiceStatus {
  if (invoice.creditedBy !== null) return 'credited'
  return computeInvoiceDue(invoice) === 0 ? 'paid' : 'open'
}

/** An invoice can have one credit note, and a credit note none. Refuses `invalid_transition`. */
export function requireCreditableInvoice(invoice: SettledInvoice): void {
  if (invoice.credits === null && invoice.creditedBy === null) return
  const why =
    invoice.credits === null ? 'This invoice already has a credit note.' : 'You cannot issue a credit note for a credit note.'
  throw new Refusal('invalid_transition', why, { currentStatus: findInvoiceStatus(invoice), allowed: [] })
}

/**
 * The due day: the account's number of days after the issue, otherwise the day of its last balance, and never before the issue.
 * In `timezone`.
 */
export function computeInvoiceDueDay(
  account: CustomerAccount | null,
  balancesDueAt: readonly (number | null)[],
  timezone: string,
  now: number,
): string {
  if (account !== null) return toLocalDate(startOfLocalDay(now, timezone, account.termsDays), timezone)
  return toLocalDate(Math.max(now, ...balancesDueAt.filter((at) => at !== null)), timezone)
}

/** The written number of an invoice. */
export function formatInvoiceNumber(number: number): string {
  return String(number).padStart(6, '0')
}

/** The number in a text; null for another text. */
export function parseInvoiceNumber(text: string): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null
}
