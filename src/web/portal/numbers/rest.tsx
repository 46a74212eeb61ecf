import { counted } from '../../../domain/spoken.ts'
import { cancelledBy, emptySaid, punctualSaid } from '../../plain/numbers-said.ts'
import { spokenWord } from '../../plain/words.ts'
import { Section } from '../parts/facts.tsx'
import { Money } from '../parts/money.tsx'
import { type Column, Table } from '../parts/table.tsx'
import type { BookingNumbers, QuoteNumbers } from './numbers.ts'

type CountedReason = QuoteNumbers['declines'][number]
type CalledOffSum = BookingNumbers['cancellations'][number]

const reasonColumns: readonly Column<CountedReason>[] = [
  { name: 'Why', cell: ({ reason_code }) => (reason_code === null ? 'No reason given' : spokenWord(reason_code)) },
  { name: 'Jobs', isNumber: true, cell: ({ count }) => count },
]

const cancellationColumns: readonly Column<CalledOffSum>[] = [
  { name: 'Called off by', cell: ({ by }) => cancelledBy(by) },
  { name: 'Trips', isNumber: true, cell: ({ bookings }) => bookings },
  {
    name: 'Worth',
    isNumber: true,
    cell: ({ amount, currency_code }) => <Money amount={amount} currency={currency_code} isInTable />,
  },
  {
    name: 'Went back',
    isNumber: true,
    cell: ({ refund_amount, currency_code }) => <Money amount={refund_amount} currency={currency_code} isInTable />,
  },
]

/** A section on the jobs that were not won: turned away by you, or gone elsewhere. */
export function NotWon({ quotes }: { readonly quotes: QuoteNumbers }) {
  const { declines, rejections, lost, expired } = quotes
  return (
    <Section title="Jobs that were not won">
      <p className="prose">
        {counted(lost, 'job')} went elsewhere and {counted(expired, 'quote')} ran out; customers are not asked why.
      </p>
      <div className="numbers-pair">
        <Reasons caption="Why you declined jobs" none="You declined no job." rows={declines} />
        <Reasons caption="Why you turned requests down" none="You turned no request down." rows={rejections} />
      </div>
    </Section>
  )
}

function Reasons(props: { readonly caption: string; readonly none: string; readonly rows: readonly CountedReason[] }) {
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

/** Sections on what was called off, how punctual coaches were and how far they went empty. */
export function OnTheRoad({ bookings }: { readonly bookings: BookingNumbers }) {
  const { cancellations, on_time, empty_distance } = bookings
  return (
    <>
      <Section title="Called off">
        {cancellations.length === 0 ? (
          <p>No trip of these days was called off.</p>
        ) : (
          <Table
            caption="Trips that were called off"
            columns={cancellationColumns}
            rows={cancellations}
            rowKey={({ by, currency_code }) => `${by} ${currency_code}`}
          />
        )}
      </Section>
      <Section title="On time at the pickup">
        <p className="prose">{punctualSaid(on_time)}</p>
      </Section>
      <Section title="Empty kilometres">
        <p className="prose">{emptySaid(empty_distance)}</p>
      </Section>
    </>
  )
}
