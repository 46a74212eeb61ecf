import { formatCount } from '../../../domain/spoken.ts'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { Money } from '../../office/parts/money.tsx'
import { type Column, Table } from '../../office/parts/table.tsx'
import { describeEmptyMiles, describePunctuality, formatCancelledBy } from '../../plain/numbers-said.ts'
import { formatWord } from '../../plain/words.ts'
import type { BookingNumbers, QuoteNumbers } from './numbers.ts'

type CountedReason = QuoteNumbers['declines'][number]
type CancelledSum = BookingNumbers['cancellations'][number]

const reasonColumns: readonly Column<CountedReason>[] = [
  { name: 'Reason', cell: ({ reason_code }) => (reason_code === null ? 'No reason given' : formatWord(reason_code)) },
  { name: 'Jobs', isNumber: true, cell: ({ count }) => count },
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

/** A section on lost and declined jobs. */
export function NotWon({ quotes }: { readonly quotes: QuoteNumbers }) {
  const { declines, rejections, lost, expired } = quotes
  return (
    <FoldableSection title="Lost and declined jobs">
      <p className="prose">
        Lost to another operator or to a cancellation: {formatCount(lost, 'job')}. Expired: {formatCount(expired, 'quote')}.
      </p>
      <div className="numbers-pair">
        <ReasonTable caption="Declined by reason" none="No declined jobs." rows={declines} />
        <ReasonTable caption="Declined requests by reason" none="No declined requests." rows={rejections} />
      </div>
    </FoldableSection>
  )
}

function ReasonTable(props: { readonly caption: string; readonly none: string; readonly rows: readonly CountedReason[] }) {
  if (props.rows.length === 0) return <p className="quiet">{props.none}</p>
  return (
    <Table
      caption={props.caption}
      columns={reasonColumns}
      rows={props.rows}
      rowKey={({ reason_code }) => reason_code ?? ''}
      isCaptionShown
    />
  )
}

/** Sections on cancellations, punctuality and empty miles. */
export function RoadNumbers({ bookings }: { readonly bookings: BookingNumbers }) {
  const { cancellations, on_time, empty_distance } = bookings
  return (
    <>
      <FoldableSection title="Cancelled">
        {cancellations.length === 0 ? (
          <p>No cancelled trips in this period.</p>
        ) : (
          <Table
            caption="Cancelled trips"
            columns={cancellationColumns}
            rows={cancellations}
            rowKey={({ by, currency_code }) => `${by} ${currency_code}`}
          />
        )}
      </FoldableSection>
      <FoldableSection title="Punctuality">
        <p className="prose">{describePunctuality(on_time)}</p>
      </FoldableSection>
      <FoldableSection title="Empty miles">
        <p className="prose">{describeEmptyMiles(empty_distance)}</p>
      </FoldableSection>
    </>
  )
}
