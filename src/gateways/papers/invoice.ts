import { toSpokenTime } from '../../domain/instant.ts'
import { type InvoiceLine, type InvoiceStatus, writtenNumber } from '../../domain/invoice.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { zoneAside } from '../../domain/money-time.ts'
import { paymentCode } from '../../domain/payment-code.ts'
import { addressLines, type PostalAddress } from '../../domain/postal-address.ts'
import type { Letterhead, PaperBlock, PaperFact, PrintedPaper } from '../../domain/printed-paper.ts'
import type { VatPart } from '../../domain/vat.ts'
import { namesOf } from './confirmation.ts'
import { spokenDay } from './spoken.ts'

/** An invoice, or the credit note that takes one back. Amounts in minor units, instants in ms. */
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
  /** The refs of bookings on it that were called off. */
  readonly calledOff: readonly string[]
}

/** An invoice as its customer keeps it. */
export function invoice(facts: InvoiceFacts, now: number): PrintedPaper {
  const { timezone, lines, letterhead, status, creditedBy } = facts
  const called = `${facts.credits === null ? 'Invoice' : 'Credit note'} ${writtenNumber(facts.number)}`
  const blocks: (PaperBlock | null)[] = [
    { kind: 'facts', facts: headFacts(facts), across: 3 },
    {
      kind: 'table',
      columns: [
        { head: 'Trip', share: 2.4 },
        { head: 'What', share: 5 },
        { head: 'Net', share: 2.2, isNumber: true },
        { head: 'VAT %', share: 1.3, isNumber: true },
        { head: 'VAT', share: 2, isNumber: true },
        { head: 'Gross', share: 2.2, isNumber: true },
      ],
      rows: lines.map((line) => [
        line.ref,
        withSpokenDay(line.description),
        ...amountsOf(line, facts.currencyCode, String(line.vatRateBps / 100)),
      ]),
      totals: [['Total', '', ...amountsOf(facts.sums, facts.currencyCode, '')], ...dueRows(facts)],
    },
    lines.some(({ vatRateBps }) => vatRateBps === 0) && facts.vatNumber !== null
      ? {
          kind: 'text',
          text: 'Carriage in vehicles of ten or more places, the driver’s among them, is zero-rated for VAT.',
          isQuiet: true,
        }
      : null,
    ...facts.calledOff.map(
      (ref) => ({ kind: 'text', text: `${ref} was called off; nothing more is to be paid for it.` }) as const,
    ),
    ...payBlocks(facts, called),
  ]
  return {
    title: called,
    fileName: called.toLowerCase().replaceAll(' ', '-'),
    letterhead,
    sheets: [
      {
        heading: called,
        warning: status === 'credited' && creditedBy !== null ? `Taken back by credit note ${writtenNumber(creditedBy)}.` : null,
        blocks: blocks.filter((block) => block !== null),
      },
    ],
    foot: `${letterhead.name} · ${called} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}

/** A line as people read it: it is kept, and told by the API, with its day as `2026-06-12`. */
function withSpokenDay(description: string): string {
  return description.replace(/^\d{4}-\d{2}-\d{2}(?=: )/, (day) => spokenDay(Date.parse(day), 'UTC'))
}

function headFacts(facts: InvoiceFacts): PaperFact[] {
  const { customer, credits, reason, vatNumber, timezone, issuedAt, letterhead, operatorAddress, tripTimezones } = facts
  const asides = tripTimezones.map((tripTimezone) => zoneAside(issuedAt, { timezone, tripTimezone }))
  const aside = asides.find((text) => text !== '') ?? ''
  const buyer = [namesOf(customer), ...linesOf(customer.address ?? null), customer.email]
  const found: (PaperFact | null)[] = [
    ['To', buyer.filter((part) => part !== null && part !== '').join('\n')],
    operatorAddress === null ? null : ['From', [letterhead.name, ...linesOf(operatorAddress)].join('\n')],
    ['Issued', spokenDay(issuedAt, timezone) + aside],
    credits === null ? ['To be paid by', calendarDay(facts.dueOn) + aside] : ['Takes back', `Invoice ${writtenNumber(credits)}`],
    vatNumber === null ? null : ['VAT number of the seller', vatNumber],
    reason === null ? null : ['Why', reason],
  ]
  return found.filter((fact) => fact !== null)
}

function linesOf(address: PostalAddress | null): string[] {
  return address === null ? [] : addressLines(address)
}

/** With its year: an invoice is read years later. */
function calendarDay(day: string): string {
  return spokenDay(Date.parse(`${day}T12:00:00Z`), 'UTC')
}

function amountsOf(part: InvoiceFacts['sums'], currencyCode: string, rate: string): string[] {
  const said = (amount: number) => toSpokenAmount(amount, currencyCode)
  return [said(part.netAmount), rate, said(part.vatAmount), said(part.grossAmount)]
}

function dueRows({ credits, paidAmount, dueAmount, currencyCode }: InvoiceFacts): string[][] {
  if (credits !== null) return []
  const row = (name: string, amount: number) => [name, '', '', '', '', toSpokenAmount(amount, currencyCode)]
  return [row('Paid', paidAmount), row('To pay', dueAmount)]
}

function payBlocks({ dueAmount, bankDetails, letterhead, currencyCode }: InvoiceFacts, called: string): PaperBlock[] {
  if (dueAmount === 0 || bankDetails === null) return []
  const { name } = letterhead
  const code = paymentCode({ name, account: bankDetails, amount: dueAmount, currencyCode, reference: called })
  return [
    { kind: 'heading', text: 'How to pay' },
    { kind: 'text', text: `${name}\n${bankDetails}` },
    { kind: 'text', text: `Please say what it is for: ${called}.` },
    { kind: 'code', code, says: 'For your bank’s app, or to copy from.' },
  ]
}
