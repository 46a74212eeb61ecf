import { toSpokenTime } from '../../domain/instant.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { PayoutStatus } from '../../domain/payout.ts'
import type { Letterhead, PaperTable, PrintedPaper } from '../../domain/printed-paper.ts'
import { formatCode, formatPaperDay, formatPaperMoneyDay } from './spoken.ts'

/** The payout of one booking. Amounts in minor units, instants in ms. */
type StatementLine = {
  readonly ref: string
  readonly departsAt: number
  /** Clocks of the trip. */
  readonly timezone: string
  readonly status: PayoutStatus
  readonly priceAmount: number
  readonly commissionAmount: number
  readonly adjustments: readonly { readonly kind: string; readonly amount: number; readonly note: string | null }[]
  readonly amount: number
  readonly currencyCode: string
  readonly paidAt: number | null
}

export type StatementFacts = {
  readonly letterhead: Letterhead
  readonly statementRef: string
  readonly timezone: string
  /** VAT number of the paid operator; null without VAT registration. */
  readonly vatNumber: string | null
  readonly lines: readonly StatementLine[]
}

/** The statement of payouts under one reference, by booking, with a table for each currency. */
export function buildPayoutStatement(facts: StatementFacts, now: number): PrintedPaper {
  const { letterhead, statementRef, timezone, vatNumber, lines } = facts
  const called = `Payout statement ${statementRef}`
  const paid = [
    ...new Set(
      lines.flatMap(({ paidAt, timezone: tripTimezone }) =>
        paidAt === null ? [] : [formatPaperMoneyDay(paidAt, { timezone, tripTimezone })],
      ),
    ),
  ]
  const statuses = [...new Set(lines.map(({ status }) => formatCode(status)))]
  return {
    title: called,
    fileName: `payout-statement-${statementRef.replace(/[^A-Za-z0-9._-]+/g, '-')}`,
    letterhead,
    sheets: [
      {
        heading: called,
        warning: null,
        blocks: [
          {
            kind: 'facts',
            across: 3,
            facts: [
              ['Paid to', letterhead.name],
              ['Status', statuses.join(', ')],
              ['Paid on', paid.length === 0 ? 'Not reported yet' : paid.join(', ')],
              ...(vatNumber === null ? [] : ([['Your VAT number', vatNumber]] as const)),
            ],
          },
          ...[...Map.groupBy(lines, ({ currencyCode }) => currencyCode)].map(([currency, some]) =>
            buildPayoutTable(some, currency),
          ),
          { kind: 'heading', text: 'VAT on the commission' },
          { kind: 'text', text: describeVat(lines) },
        ],
      },
    ],
    foot: `${called} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}

/**
 * The words about VAT on the commission, without a rate: the marketplace's VAT status is unknown here, and a guessed rate would
 * be reclaimed.
 */
function describeVat(lines: readonly StatementLine[]): string {
  if (lines.every(({ commissionAmount }) => commissionAmount === 0)) return 'There is no commission, so there is no VAT on it.'
  const adjusted = lines.some(({ adjustments }) => adjustments.length > 0) ? ' Adjustments are shown after commission.' : ''
  return `The marketplace deducts only its commission from each price, and no VAT.${adjusted} The marketplace’s invoice shows the VAT on the commission and its rate. This statement is not a VAT invoice.`
}

function buildPayoutTable(lines: readonly StatementLine[], currencyCode: string): PaperTable {
  const said = (amount: number) => toSpokenAmount(amount, currencyCode)
  const sum = (of: (line: StatementLine) => number) => said(lines.reduce((total, line) => total + of(line), 0))
  return {
    kind: 'table',
    columns: [
      { head: 'Booking', share: 2 },
      { head: 'Departs', share: 2.4 },
      { head: 'Price', share: 2.2, isNumber: true },
      { head: 'Commission', share: 2.2, isNumber: true },
      { head: 'Adjustments', share: 3, isNumber: true },
      { head: 'Paid out', share: 2.2, isNumber: true },
    ],
    rows: lines.map((line) => [
      line.ref,
      formatPaperDay(line.departsAt, line.timezone),
      said(line.priceAmount),
      said(0 - line.commissionAmount),
      line.adjustments.map(({ kind, amount }) => `${formatCode(kind)} ${said(amount)}`).join('\n'),
      said(line.amount),
    ]),
    totals: [
      [
        'Total',
        '',
        sum(({ priceAmount }) => priceAmount),
        sum(({ commissionAmount }) => 0 - commissionAmount),
        sum(({ adjustments }) => adjustments.reduce((total, { amount }) => total + amount, 0)),
        sum(({ amount }) => amount),
      ],
    ],
  }
}
