import { toSpokenTime } from '../../domain/instant.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { PayoutStatus } from '../../domain/payout.ts'
import type { Letterhead, PaperTable, PrintedPaper } from '../../domain/printed-paper.ts'
import { spokenCode, spokenDay, spokenMoneyDay } from './spoken.ts'

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
  /** VAT number of the operator who is paid; null where they are not registered for VAT. */
  readonly vatNumber: string | null
  readonly lines: readonly StatementLine[]
}

/** The statement of what came to an operator under one reference, booking by booking; a table for each currency. */
export function payoutStatement(facts: StatementFacts, now: number): PrintedPaper {
  const { letterhead, statementRef, timezone, vatNumber, lines } = facts
  const called = `Payout statement ${statementRef}`
  const paid = [
    ...new Set(
      lines.flatMap(({ paidAt, timezone: tripTimezone }) =>
        paidAt === null ? [] : [spokenMoneyDay(paidAt, { timezone, tripTimezone })],
      ),
    ),
  ]
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
              ...(vatNumber === null ? [] : ([['Your VAT number', vatNumber]] as const)),
            ],
          },
          ...[...Map.groupBy(lines, ({ currencyCode }) => currencyCode)].map(([currency, some]) => tableOf(some, currency)),
          { kind: 'heading', text: 'VAT of the commission' },
          { kind: 'text', text: vatWords(lines) },
        ],
      },
    ],
    foot: `${called} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}

/**
 * The words about VAT on the commission. How the marketplace stands with VAT is not known here, and a rate that is
 * guessed would be reclaimed.
 */
function vatWords(lines: readonly StatementLine[]): string {
  if (lines.every(({ commissionAmount }) => commissionAmount === 0))
    return 'No commission was kept back, so there is no VAT on it.'
  const adjusted = lines.some(({ adjustments }) => adjustments.length > 0)
    ? ' Adjustments are told after the commission on them.'
    : ''
  return `The commission is all that was kept back of a price: no VAT was kept back beside it.${adjusted} What VAT is in it, and at which rate, stands on the marketplace’s own invoice; this statement is no VAT invoice.`
}

function tableOf(lines: readonly StatementLine[], currencyCode: string): PaperTable {
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
      spokenDay(line.departsAt, line.timezone),
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
