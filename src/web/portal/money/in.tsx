import { Button } from '@mantine/core'
import { useState } from 'react'
import { daysLater, todayIn } from '../../plain/moment.ts'
import { counted, spokenWord } from '../../plain/words.ts'
import { useSession } from '../api/session.ts'
import { ExportButton } from '../exports/button.tsx'
import { ChoiceField } from '../form/fields.tsx'
import { DateField } from '../form/time-fields.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { useNow } from '../parts/now.ts'
import { Pager } from '../parts/pager.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { bookColumns, isRefund, isToSend, lineChoices, wayChoices } from './book-columns.tsx'
import { TripLink } from './customer.tsx'
import { type BookLine, usePayments } from './money.ts'
import { RefundSentDrawer } from './refund-sent.tsx'
import { ReversePayment } from './reverse-payment.tsx'

const defaults = { from: '', to: '', method: '', line: '', page: '1' }

/** Recorded by people and standing: what they may take back. */
function isReversible(payment: BookLine): boolean {
  return payment.status === 'cleared' && payment.method !== 'card' && !isRefund(payment)
}

const columns: readonly Column<BookLine>[] = [
  { name: 'Customer', cell: ({ customer_name }) => customer_name },
  { name: 'Trip', cell: ({ ref }) => <TripLink tripRef={ref} /> },
  ...bookColumns,
]

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
          choices={wayChoices}
        />
        <ChoiceField
          path="status"
          label="State"
          value={line}
          onValue={(one) => filter({ line: one ?? '' })}
          choices={lineChoices}
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
