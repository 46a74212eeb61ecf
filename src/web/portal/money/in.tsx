import { Button } from '@mantine/core'
import { useState } from 'react'
import { daysLater, todayIn } from '../../plain/moment.ts'
import { counted, spokenWord } from '../../plain/words.ts'
import { useSession } from '../api/session.ts'
import { ExportButton } from '../exports/button.tsx'
import { ChoiceField } from '../form/fields.tsx'
import { DateField } from '../form/time-fields.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { useNow } from '../parts/now.ts'
import { Pager } from '../parts/pager.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../parts/table.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { TripLink } from './customer.tsx'
import { InstantDay } from './day.tsx'
import { type BookLine, usePayments } from './money.ts'
import { RefundSentDrawer } from './refund-sent.tsx'
import { ReversePayment } from './reverse-payment.tsx'
import { ledgerWords, methods } from './words.ts'

const defaults = { from: '', to: '', method: '', line: '', page: '1' }

function isRefund({ kind }: BookLine): boolean {
  return kind === 'refund'
}

/** Recorded by people and standing: what they may take back. */
function isReversible(payment: BookLine): boolean {
  return payment.status === 'cleared' && payment.method !== 'card' && !isRefund(payment)
}

/** A refund that somebody has to send by hand. */
function isToSend(payment: BookLine): boolean {
  return payment.status === 'pending' && payment.method !== 'card' && isRefund(payment)
}

function stateOf(payment: BookLine) {
  if (isToSend(payment)) return { word: 'To be sent', tone: 'waiting' } as const
  if (isRefund(payment) && payment.status === 'cleared') return { word: 'Sent back', tone: 'over' } as const
  return ledgerWords[payment.status] ?? ({ word: payment.status, tone: 'plain' } as const)
}

const columns: readonly Column<BookLine>[] = [
  { name: 'Customer', cell: ({ customer_name }) => customer_name },
  { name: 'Trip', cell: ({ ref }) => <TripLink tripRef={ref} /> },
  {
    name: 'Received',
    cell: ({ received_at, recorded_at, recorded_by }) => (
      <>
        {received_at === null ? <Quiet at={recorded_at} /> : <InstantDay at={received_at} />}
        <SecondLine>{recorded_by === null ? 'by itself' : `recorded by ${spokenBy(recorded_by)}`}</SecondLine>
      </>
    ),
  },
  {
    name: 'How',
    cell: ({ method, reference }) => (
      <>
        {spokenWord(method)}
        {reference !== null && <SecondLine>{reference}</SecondLine>}
      </>
    ),
  },
  { name: 'What for', cell: ({ kind }) => (kind === 'extra' ? 'What came on top' : spokenWord(kind)) },
  {
    name: 'State',
    cell: (payment) => (
      <>
        <Badge tone={stateOf(payment).tone}>{stateOf(payment).word}</Badge>
        {payment.reversed_at !== null && (
          <SecondLine>
            <Moment at={payment.reversed_at} />
          </SecondLine>
        )}
      </>
    ),
  },
  {
    name: 'Amount',
    isNumber: true,
    cell: (payment) => (
      <span data-void={payment.status === 'reversed' || payment.status === 'failed' || undefined} className="money-amount">
        <Money amount={isRefund(payment) ? -payment.amount : payment.amount} currency={payment.currency_code} isInTable />
      </span>
    ),
  },
]

function spokenBy(name: string): string {
  return name === 'platform' ? 'the marketplace' : name
}

function Quiet({ at }: { readonly at: string }) {
  return (
    <span className="quiet">
      not yet, written down <InstantDay at={at} />
    </span>
  )
}

/** So many days are listed where none are chosen. */
const usualDays = 90

/** The lines of all books: what came in and what went back, the last written down first. */
export function InTab() {
  const [{ from, to, method, line, page }, setUrl] = useUrlState(defaults)
  const { zone } = useSession()
  const query = usePayments({ from, to, method, status: line }, Number(page))
  const last = to || todayIn(zone, useNow(60_000))
  const exported = {
    from: from || daysLater(last, -usualDays),
    to: last,
    ...(method !== '' && { method }),
    ...(line !== '' && { status: line }),
  }
  const [reversed, setReversed] = useState<BookLine | null>(null)
  const [sent, setSent] = useState<BookLine | null>(null)
  const isFiltered = from !== '' || to !== '' || method !== '' || line !== ''
  const filter = (change: Partial<Record<'from' | 'to' | 'method' | 'line', string>>) => setUrl({ ...change, page: '1' })
  return (
    <>
      <div className="money-filters">
        <DateField path="from" label="Written down from" value={from} onValue={(day) => filter({ from: day })} />
        <DateField path="to" label="To" value={to} onValue={(day) => filter({ to: day })} />
        <ChoiceField
          path="method"
          label="How"
          value={method}
          onValue={(one) => filter({ method: one ?? '' })}
          choices={[{ value: '', label: 'Any way' }, { value: 'card', label: 'Card' }, ...methods]}
        />
        <ChoiceField
          path="status"
          label="State"
          value={line}
          onValue={(one) => filter({ line: one ?? '' })}
          choices={[
            { value: '', label: 'Any' },
            { value: 'pending', label: 'Waiting, or to be sent' },
            { value: 'cleared', label: 'In, or sent back' },
            { value: 'failed', label: 'Failed' },
            { value: 'reversed', label: 'Reversed' },
          ]}
        />
        <ExportButton name="payments" query={exported} />
      </div>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          isFiltered ? (
            <>
              <p>Nothing came in like that.</p>
              <Button variant="default" onClick={() => filter({ from: '', to: '', method: '', line: '' })}>
                Show the last 90 days
              </Button>
            </>
          ) : (
            <p>Nothing came in during the last 90 days.</p>
          )
        }
      >
        {({ data, meta }) => (
          <>
            <p className="list-count">
              {counted(meta.total, 'line')}
              {from === '' && to === '' && ' of the last 90 days'}, the last written down first
            </p>
            <Table
              caption="What came in and went back"
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              actions={(payment) => (
                <RowActions
                  label={`What to do with ${payment.ref}, ${spokenWord(payment.method).toLowerCase()} of ${payment.customer_name}`}
                  actions={[
                    ...(isReversible(payment) ? [{ label: 'Reverse', run: () => setReversed(payment) }] : []),
                    ...(isToSend(payment) ? [{ label: 'It has been sent', run: () => setSent(payment) }] : []),
                  ]}
                />
              )}
            />
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
      {reversed !== null && <ReversePayment key={reversed.id} payment={reversed} close={() => setReversed(null)} />}
      <RefundSentDrawer payment={sent} close={() => setSent(null)} />
    </>
  )
}
