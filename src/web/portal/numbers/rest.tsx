import { Money } from '../../office/parts/money.tsx'
import { type Column, Table } from '../../office/parts/table.tsx'
import { fileColumns } from '../../plain/file-columns.ts'
import { formatTypedMoney } from '../../plain/money.ts'
import { formatCancelledBy } from '../../plain/numbers-said.ts'
import { formatWord } from '../../plain/words.ts'
import { TableFigure } from './figure.tsx'
import type { BookingNumbers, DayRange, QuoteNumbers } from './numbers.ts'

type CountedReason = QuoteNumbers['declines'][number] & { readonly what: 'Job' | 'Request' }
type Outcome = { readonly outcome: 'lost' | 'expired'; readonly words: string; readonly quotes: number }
type CancelledSum = BookingNumbers['cancellations'][number]

const reasonColumns: readonly Column<CountedReason>[] = [
  { name: 'Reason', cell: ({ reason_code }) => (reason_code === null ? 'No reason given' : formatWord(reason_code)) },
  { name: 'Declined', cell: ({ what }) => what },
  { name: 'Count', isNumber: true, cell: ({ count }) => count },
]

const outcomeColumns: readonly Column<Outcome>[] = [
  { name: 'Outcome', cell: ({ words }) => words },
  { name: 'Quotes', isNumber: true, cell: ({ quotes }) => quotes },
]

const cancellationColumns: readonly Column<CancelledSum>[] = [
  { name: 'Cancelled by', cell: ({ by }) => formatCancelledBy(by) },
  { name: 'Trips', isNumber: true, cell: ({ bookings }) => bookings },
  {
    name: 'Price',
    isNumber: true,
    cell: ({ amount, currency_code }) => <Money amount={amount} currency={currency_code} isInTable />,
  },
  {
    name: 'Refunded',
    isNumber: true,
    cell: ({ refund_amount, currency_code }) => <Money amount={refund_amount} currency={currency_code} isInTable />,
  },
]

/** Tables of the declined jobs and requests, and of the lost quotes. */
export function NotWon({ quotes, range }: { readonly quotes: QuoteNumbers; readonly range: DayRange }) {
  const { declines, rejections, lost, expired } = quotes
  const reasons = [
    ...declines.map((reason) => ({ ...reason, what: 'Job' as const })),
    ...rejections.map((reason) => ({ ...reason, what: 'Request' as const })),
  ]
  const outcomes: readonly Outcome[] = [
    { outcome: 'lost', words: 'To another operator or a cancellation', quotes: lost },
    { outcome: 'expired', words: 'Expired', quotes: expired },
  ]
  return (
    <>
      <TableFigure
        title="Declined by reason"
        none="No declined jobs or requests."
        isEmpty={reasons.length === 0}
        file={{
          name: `declined-${range.from}-${range.to}`,
          header: fileColumns.declined,
          rows: () => reasons.map(({ what, reason_code, count }) => [what.toLowerCase(), reason_code, count]),
        }}
      >
        <Table
          caption="Declined by reason"
          columns={reasonColumns}
          rows={reasons}
          rowKey={({ what, reason_code }) => `${what} ${reason_code}`}
        />
      </TableFigure>
      <TableFigure
        title="Lost"
        none="No lost quotes."
        isEmpty={lost + expired === 0}
        file={{
          name: `lost-${range.from}-${range.to}`,
          header: fileColumns.lost,
          rows: () => outcomes.map(({ outcome, quotes: count }) => [outcome, count]),
        }}
      >
        <Table caption="Lost quotes" columns={outcomeColumns} rows={outcomes} rowKey={({ outcome }) => outcome} />
      </TableFigure>
    </>
  )
}

/** A table of the cancelled trips. */
export function Cancelled(props: { readonly cancellations: readonly CancelledSum[]; readonly range: DayRange }) {
  const { cancellations, range } = props
  return (
    <TableFigure
      title="Cancelled"
      none="No cancelled trips in this period."
      isEmpty={cancellations.length === 0}
      file={{
        name: `cancelled-${range.from}-${range.to}`,
        header: fileColumns.cancelled,
        rows: () =>
          cancellations.map(({ by, bookings, amount, refund_amount, currency_code }) => [
            by,
            bookings,
            ...[amount, refund_amount].map((sum) => formatTypedMoney(sum, currency_code)),
            currency_code,
          ]),
      }}
    >
      <Table
        caption="Cancelled trips"
        columns={cancellationColumns}
        rows={cancellations}
        rowKey={({ by, currency_code }) => `${by} ${currency_code}`}
      />
    </TableFigure>
  )
}
