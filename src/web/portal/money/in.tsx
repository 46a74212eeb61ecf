import { useState } from 'react'
import { useSession } from '../../office/api/session.ts'
import {
  bookColumns,
  bookDayColumn,
  buildBookLine,
  formatRouteOfLine,
  isRefund,
  isToSend,
} from '../../office/money-lists/book-columns.tsx'
import { type BookLine, usePayments } from '../../office/money-lists/money.ts'
import { MoneyFilters, MoneyTable } from '../../office/money-lists/money-table.tsx'
import {
  anyPayment,
  NoPayments,
  PaymentCount,
  type PaymentFilter,
  PaymentFilters,
} from '../../office/money-lists/payment-list.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { useClock } from '../../office/parts/now.ts'
import { Pager } from '../../office/parts/pager.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { type Column, SecondLine } from '../../office/parts/table.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { addDays, findToday } from '../../plain/moment.ts'
import { formatWord } from '../../plain/words.ts'
import { ExportButton } from '../exports/button.tsx'
import { AwaitedTransfers } from './awaited-transfers.tsx'
import { TripLink } from './customer.tsx'
import { ReversePayment } from './reverse-payment.tsx'
import { SettleDrawer } from './settle.tsx'
import { ToSettle } from './to-settle.tsx'

const defaults = { ...anyPayment, page: '1' }

/** Whether the office can reverse a payment: a cleared payment that is no card payment and no refund. */
function isReversible(payment: BookLine): boolean {
  return payment.status === 'cleared' && payment.method !== 'card' && !isRefund(payment)
}

const columns: readonly Column<BookLine>[] = [
  bookDayColumn,
  { name: 'Customer', cell: ({ customer_name }) => <strong>{customer_name}</strong> },
  {
    name: 'Trip',
    cell: (payment) => (
      <>
        {formatRouteOfLine(payment)}
        <SecondLine>
          <TripLink tripRef={payment.ref} />
        </SecondLine>
      </>
    ),
  },
  ...bookColumns,
]

/** Number of days in the list and the export by default. */
const usualDays = 90

/** The Payments tab: payments and refunds of all bookings, latest recorded first. */
export function InTab() {
  const [{ page, ...narrowed }, setUrl] = useUrlState(defaults)
  const { from, to, method, line } = narrowed
  const { zone } = useSession()
  const query = usePayments({ from, to, method, status: line }, Number(page))
  const today = findToday(zone, useClock(60_000))
  const last = to || today
  const exported = {
    from: from || addDays(last, -usualDays),
    to: last,
    ...(method !== '' && { method }),
    ...(line !== '' && { status: line }),
  }
  const [reversed, setReversed] = useState<BookLine | null>(null)
  const [sent, setSent] = useState<BookLine | null>(null)
  const isFiltered = Object.values(narrowed).some((value) => value !== '')
  const filter = (change: Partial<PaymentFilter>) => setUrl({ ...change, page: '1' })
  return (
    <>
      <ToSettle />
      <AwaitedTransfers />
      <MoneyFilters isFiltered={isFiltered}>
        <PaymentFilters filter={narrowed} onFilter={filter} />
        <ExportButton name="payments" query={exported} />
      </MoneyFilters>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={<NoPayments isFiltered={isFiltered} onClear={() => filter(anyPayment)} />}
      >
        {({ data, meta }) => (
          <>
            <PaymentCount total={meta.total} filter={narrowed} />
            <MoneyTable
              caption="Payments and refunds"
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              phoneLine={buildBookLine}
              actions={(payment) => (
                <RowActions
                  label={`Actions for ${payment.ref}, ${formatWord(payment.method).toLowerCase()} of ${payment.customer_name}`}
                  actions={[
                    ...(isReversible(payment) ? [{ label: 'Reverse payment', run: () => setReversed(payment) }] : []),
                    ...(isToSend(payment) ? [{ label: 'Mark as refunded', run: () => setSent(payment) }] : []),
                  ]}
                />
              )}
            />
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
      {reversed !== null && <ReversePayment key={reversed.id} payment={reversed} close={() => setReversed(null)} />}
      <SettleDrawer payment={sent && { ...sent, booking_ref: sent.ref }} close={() => setSent(null)} />
    </>
  )
}
