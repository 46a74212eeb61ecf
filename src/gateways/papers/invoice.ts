import { toSpokenTime } from '../../domain/instant.ts'
import { formatInvoiceNumber, type InvoiceLine, type InvoiceStatus } from '../../domain/invoice.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { formatZoneAside } from '../../domain/money-time.ts'
import { formatPaymentCode } from '../../domain/payment-code.ts'
import { formatAddressLines, type PostalAddress } from '../../domain/postal-address.ts'
import type { Letterhead, PaperBlock, PaperFact, PrintedPaper } from '../../domain/printed-paper.ts'
import type { VatPart } from '../../domain/vat.ts'
import { formatCustomerNames } from './confirmation.ts'
import { formatPaperDay } from './spoken.ts'

/** An invoice, or the credit note of one. Amounts in minor units, instants in ms. */
export type InvoiceFacts = {
  readonly letterhead: Letterhead
  readonly bankDetails: string | null
  readonly timezone: string
  /** Time zones of its trips. The days in its lines are in these zones. */
  readonly tripTimezones: readonly string[]
  readonly number: number
  readonly credits: number | null
  readonly creditedBy: number | null
  readonly reason: string | null
  readonly customer: {
    readonly name: string
    readonly organisation: string | null
    readonly email: string | null
    readonly address?: PostalAddress | null
  }
  readonly operatorAddress: PostalAddress | null
  readonly vatNumber: string | null
  readonly lines: readonly InvoiceLine[]
  readonly sums: Pick<VatPart, 'netAmount' | 'vatAmount' | 'grossAmount'>
  readonly paidAmount: number
  readonly dueAmount: number
  readonly currencyCode: string
  /** A day, `2026-06-12`. */
  readonly dueOn: string
  readonly issuedAt: number
  readonly status: InvoiceStatus
  /** The refs of its cancelled bookings. */
  readonly calledOff: readonly string[]
}

/** The printed invoice or credit note. */
export function buildInvoicePaper(facts: InvoiceFacts, now: number): PrintedPaper {
  const { timezone, lines, letterhead, status, creditedBy } = facts
  const called = `${facts.credits === null ? 'Invoice' : 'Credit note'} ${formatInvoiceNumber(facts.number)}`
  const blocks: (PaperBlock | null)[] = [
    { kind: 'facts', facts: listInvoiceHeadFacts(facts), across: 3 },
    {
      kind: 'table',
      columns: [
        { head: 'Trip', share: 2.4 },
        { head: 'Description', share: 5 },
        { head: 'Net', share: 2.2, isNumber: true },
        { head: 'VAT %', share: 1.3, isNumber: true },
        { head: 'VAT', share: 2, isNumber: true },
        { head: 'Gross', share: 2.2, isNumber: true },
      ],
      rows: lines.map((line) => [
        line.ref,
        formatLineDay(line.description),
        ...listAmounts(line, facts.currencyCode, String(line.vatRateBps / 100)),
      ]),
      totals: [['Total', '', ...listAmounts(facts.sums, facts.currencyCode, '')], ...listInvoiceDueRows(facts)],
    },
    lines.some(({ vatRateBps }) => vatRateBps === 0) && facts.vatNumber !== null
      ? {
          kind: 'text',
          text: 'Travel in vehicles with ten or more places, including the driver’s, is zero-rated for VAT.',
          isQuiet: true,
        }
      : null,
    ...facts.calledOff.map((ref) => ({ kind: 'text', text: `${ref} was cancelled; nothing more is due for it.` }) as const),
    ...listPayBlocks(facts, called),
  ]
  return {
    title: called,
    fileName: called.toLowerCase().replaceAll(' ', '-'),
    letterhead,
    sheets: [
      {
        heading: called,
        warning:
          status === 'credited' && creditedBy !== null ? `Cancelled by credit note ${formatInvoiceNumber(creditedBy)}.` : null,
        blocks: blocks.filter((block) => block !== null),
      },
    ],
    foot: `${letterhead.name} · ${called} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}

/** A line with its day in words instead of `2026-06-12`. */
function formatLineDay(description: string): string {
  return description.replace(/^\d{4}-\d{2}-\d{2}(?=: )/, (day) => formatPaperDay(Date.parse(day), 'UTC'))
}

function listInvoiceHeadFacts(facts: InvoiceFacts): PaperFact[] {
  const { customer, credits, reason, vatNumber, timezone, issuedAt, letterhead, operatorAddress, tripTimezones } = facts
  const asides = tripTimezones.map((tripTimezone) => formatZoneAside(issuedAt, { timezone, tripTimezone }))
  const aside = asides.find((text) => text !== '') ?? ''
  const buyer = [formatCustomerNames(customer), ...listAddressLines(customer.address ?? null), customer.email]
  const found: (PaperFact | null)[] = [
    ['To', buyer.filter((part) => part !== null && part !== '').join('\n')],
    operatorAddress === null ? null : ['From', [letterhead.name, ...listAddressLines(operatorAddress)].join('\n')],
    ['Issued', formatPaperDay(issuedAt, timezone) + aside],
    credits === null ? ['Due', formatCalendarDay(facts.dueOn) + aside] : ['Credits', `Invoice ${formatInvoiceNumber(credits)}`],
    vatNumber === null ? null : ['VAT number', vatNumber],
    reason === null ? null : ['Reason', reason],
  ]
  return found.filter((fact) => fact !== null)
}

function listAddressLines(address: PostalAddress | null): string[] {
  return address === null ? [] : formatAddressLines(address)
}

/** A day with its year, because invoices are kept for years. */
function formatCalendarDay(day: string): string {
  return formatPaperDay(Date.parse(`${day}T12:00:00Z`), 'UTC')
}

function listAmounts(part: InvoiceFacts['sums'], currencyCode: string, rate: string): string[] {
  const said = (amount: number) => toSpokenAmount(amount, currencyCode)
  return [said(part.netAmount), rate, said(part.vatAmount), said(part.grossAmount)]
}

function listInvoiceDueRows({ credits, paidAmount, dueAmount, currencyCode }: InvoiceFacts): string[][] {
  if (credits !== null) return []
  const row = (name: string, amount: number) => [name, '', '', '', '', toSpokenAmount(amount, currencyCode)]
  return [row('Paid', paidAmount), row('Amount due', dueAmount)]
}

function listPayBlocks({ dueAmount, bankDetails, letterhead, currencyCode }: InvoiceFacts, called: string): PaperBlock[] {
  if (dueAmount === 0 || bankDetails === null) return []
  const { name } = letterhead
  const code = formatPaymentCode({ name, account: bankDetails, amount: dueAmount, currencyCode, reference: called })
  return [
    { kind: 'heading', text: 'Payment' },
    { kind: 'text', text: `${name}\n${bankDetails}` },
    { kind: 'text', text: `Please use the reference ${called}.` },
    { kind: 'code', code, says: 'For your bank’s app, or to copy.' },
  ]
}
