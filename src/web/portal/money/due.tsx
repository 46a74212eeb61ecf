import { Button } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { DueDay, InstantDay } from '../../office/money-lists/day.tsx'
import { type ListedDue, useDues } from '../../office/money-lists/money.ts'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Money } from '../../office/parts/money.tsx'
import { PrimaryBar } from '../../office/parts/page-head.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { UrlTabs } from '../../office/parts/tabs.tsx'
import { useHrefWith, useUrlState } from '../../office/parts/url-state.ts'
import type { Tone } from '../../plain/words.ts'
import { useCounts } from '../api/board.ts'
import { ExportButton } from '../exports/button.tsx'
import { everyDay } from '../exports/download.ts'
import { CustomerName, TripLink } from './customer.tsx'
import { RecordPaymentDrawer } from './record-payment.tsx'

const defaults = { owed: '', page: '1', pay: '' }

const dueStates: Readonly<Record<string, { readonly word: string; readonly tone: Tone }>> = {
  overdue: { word: 'Overdue', tone: 'wrong' },
  due: { word: 'Due', tone: 'waiting' },
  not_due: { word: 'Not due yet', tone: 'plain' },
}

const columns: readonly Column<ListedDue>[] = [
  { name: 'Customer', cell: ({ customer }) => <CustomerName customer={customer} /> },
  {
    name: 'Trip',
    cell: ({ ref, summary }) => (
      <>
        <TripLink tripRef={ref} />
        <SecondLine>{summary}</SecondLine>
      </>
    ),
  },
  { name: 'Departs', cell: ({ departs_at }) => <DueDay day={departs_at.slice(0, 10)} /> },
  {
    name: 'Due on',
    cell: ({ due_on, balance_status, days_over }) => (
      <>
        <DueDay day={due_on} />
        <SecondLine>
          <Badge tone={dueStates[balance_status]?.tone ?? 'plain'}>{dueStates[balance_status]?.word ?? balance_status}</Badge>
          {days_over > 0 && ` ${formatCount(days_over, 'day')} overdue`}
        </SecondLine>
      </>
    ),
  },
  {
    name: 'Last reminder',
    cell: ({ last_reminder_at }) => (last_reminder_at === null ? '–' : <InstantDay at={last_reminder_at} />),
  },
  {
    name: 'Outstanding',
    isNumber: true,
    cell: ({ due_amount, price_amount, currency_code }) => (
      <>
        <Money amount={due_amount} currency={currency_code} isInTable />
        <SecondLine>
          of <Money amount={price_amount} currency={currency_code} />
        </SecondLine>
      </>
    ),
  },
]

/** The Outstanding tab, oldest amounts first, with the drawer that records a payment. */
export function DueTab() {
  const [{ owed, page, pay }, setUrl] = useUrlState(defaults)
  const query = useDues(owed, Number(page))
  const hrefWith = useHrefWith()
  const { counts } = useCounts()
  return (
    <>
      <div className="money-filters">
        <UrlTabs
          name="owed"
          label="Payment status"
          tabs={[
            { value: '', label: 'All' },
            { value: 'overdue', label: 'Overdue', count: counts?.overdue || undefined },
            { value: 'due', label: 'Due' },
            { value: 'not_due', label: 'Not due yet' },
          ]}
        />
        <ExportButton name="dues" query={{ ...everyDay, ...(owed !== '' && { status: owed }) }} />
      </div>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={<p>{owed === '' ? 'Nothing outstanding.' : 'No bookings with this status.'}</p>}
      >
        {({ data, meta }) => (
          <>
            <p className="list-count">{formatCount(meta.total, 'booking')} with an outstanding amount, oldest first</p>
            <Table
              caption="Outstanding amounts"
              columns={columns}
              rows={data}
              rowKey={({ ref }) => ref}
              link={({ ref }) => ({ href: hrefWith({ pay: ref }) })}
              isChosen={({ ref }) => ref === pay}
            />
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
      <PrimaryBar>
        <Button onClick={() => setUrl({ pay: 'find' })}>Record payment</Button>
      </PrimaryBar>
      <RecordPaymentDrawer pay={pay} choose={(ref) => setUrl({ pay: ref })} close={() => setUrl({ pay: '' })} />
    </>
  )
}
