import { toSpokenTime } from '../../domain/instant.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { PayoutStatus } from '../../domain/payout.ts'
import type { Letterhead, PaperTable, PrintedPaper } from '../../domain/printed-paper.ts'
import { dayOf, spokenCode } from './spoken.ts'

/** What is paid out for one booking. Amounts in minor units, instants in ms. */
type StatementLine = {
  readonly ref: string
  readonly departsAt: number
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
  readonly lines: readonly StatementLine[]
}

/** What came to an operator under one reference, booking by booking; of each currency a table. */
export function payoutStatement({ letterhead, statementRef, timezone, lines }: StatementFacts, now: number): PrintedPaper {
  const called = `Payout statement ${statementRef}`
  const paid = [...new Set(lines.flatMap(({ paidAt }) => (paidAt === null ? [] : [dayOf(paidAt, timezone)])))]
  const statuses = [...new Set(lines.map(({ status }) => spokenCode(status)))]
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
              ['State', statuses.join(', ')],
              ['Paid on', paid.length === 0 ? 'Not reported yet' : paid.join(', ')],
            ],
          },
          ...[...Map.groupBy(lines, ({ currencyCode }) => currencyCode)].map(([currency, some]) =>
            tableOf(some, currency, timezone),
          ),
          {
            kind: 'text',
            text: 'The commission is that of the marketplace, which tells on its own invoice what VAT there is in it.',
            isQuiet: true,
          },
        ],
      },
    ],
    foot: `${called} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}

function tableOf(lines: readonly StatementLine[], currencyCode: string, timezone: string): PaperTable {
  const said = (amount: number) => toSpokenAmount(amount, currencyCode)
  const sum = (of: (line: StatementLine) => number) => said(lines.reduce((total, line) => total + of(line), 0))
  return {
    kind: 'table',
    columns: [
      { head: 'Booking', share: 2 },
      { head: 'Departure', share: 2.4 },
      { head: 'Price', share: 2.2, isNumber: true },
      { head: 'Commission', share: 2.2, isNumber: true },
      { head: 'Adjustments', share: 3, isNumber: true },
      { head: 'Paid out', share: 2.2, isNumber: true },
    ],
    rows: lines.map((line) => [
      line.ref,
      dayOf(line.departsAt, timezone),
      said(line.priceAmount),
      said(0 - line.commissionAmount),
      line.adjustments.map(({ kind, amount }) => `${spokenCode(kind)} ${said(amount)}`).join('\n'),
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
