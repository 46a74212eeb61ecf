import { Button } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { DueDay, InstantDay } from '../../office/money-lists/day.tsx'
import { type ListedDue, useDues } from '../../office/money-lists/money.ts'
import { MoneyFilters, MoneyTable } from '../../office/money-lists/money-table.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Money } from '../../office/parts/money.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { findFocusedRow } from '../../office/parts/row-keys.ts'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine } from '../../office/parts/table.tsx'
import { UrlTabs } from '../../office/parts/tabs.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { useKeys } from '../../office/shell/keys.ts'
import { findRoute, type Tone } from '../../plain/words.ts'
import { useCounts } from '../api/board.ts'
import { ExportButton } from '../exports/button.tsx'
import { everyDay } from '../exports/download.ts'

const defaults = { owed: '', page: '1', pay: '' }

const dueStates: Readonly<Record<string, { readonly word: string; readonly tone: Tone }>> = {
  overdue: { word: 'Overdue', tone: 'wrong' },
  due: { word: 'Due', tone: 'waiting' },
  not_due: { word: 'Not due yet', tone: 'plain' },
}

function DueState({ due: { balance_status, days_over } }: { readonly due: ListedDue }) {
  const { word, tone } = dueStates[balance_status] ?? { word: balance_status, tone: 'plain' }
  const isCounted = balance_status === 'overdue' && days_over > 0
  return <Badge tone={tone}>{isCounted ? `${formatCount(days_over, 'day')} overdue` : word}</Badge>
}

const nameOf = ({ customer: { name, organisation } }: ListedDue) => organisation ?? name

const columns: readonly Column<ListedDue>[] = [
  {
    name: 'Customer',
    cell: (due) => {
      const { name, organisation, phone, email } = due.customer
      const contact = [organisation !== null && name, phone ?? email].filter(Boolean).join(' · ')
      return (
        <>
          {nameOf(due)}
          {contact !== '' && <SecondLine>{contact}</SecondLine>}
        </>
      )
    },
  },
  {
    name: 'Trip',
    cell: ({ ref, summary, departs_at }) => (
      <>
        {findRoute(summary)}
        <SecondLine>
          <DueDay day={departs_at.slice(0, 10)} /> · <span className="ref">{ref}</span>
        </SecondLine>
      </>
    ),
  },
  { name: 'Due', cell: ({ due_on }) => <DueDay day={due_on} /> },
  { name: 'Status', cell: (due) => <DueState due={due} /> },
  {
    name: 'Reminded',
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

function buildDueLine(due: ListedDue) {
  const { summary, departs_at, due_amount, currency_code } = due
  return {
    title: nameOf(due),
    amount: <Money amount={due_amount} currency={currency_code} />,
    state: <DueState due={due} />,
    facts: [
      <span key="trip">
        {findRoute(summary)} · <DueDay day={departs_at.slice(0, 10)} />
      </span>,
    ],
  }
}

/** The Outstanding tab, oldest amounts first. Each row has a button that records its payment. */
export function DueTab() {
  const [{ owed, page, pay }, setUrl] = useUrlState(defaults)
  const query = useDues(owed, Number(page))
  const { counts } = useCounts()
  const isOffline = useLostAt() !== null
  useKeys({
    r: {
      says: 'Record payment for the row',
      run: () => (findFocusedRow() ?? document).querySelector<HTMLElement>('[data-record]')?.click(),
    },
  })
  return (
    <>
      <MoneyFilters isFiltered={owed !== ''}>
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
      </MoneyFilters>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={<p>{owed === '' ? 'Nothing outstanding.' : 'No bookings with this status.'}</p>}
      >
        {({ data, meta }) => (
          <>
            <MoneyTable
              caption="Outstanding amounts"
              columns={columns}
              rows={data}
              rowKey={({ ref }) => ref}
              phoneLine={buildDueLine}
              link={({ ref }) => ({ href: `/bookings/${ref}?tab=money` })}
              isChosen={({ ref }) => ref === pay}
              actions={(due) => (
                <Button
                  size="xs"
                  className="money-record"
                  variant={due === data[0] ? 'filled' : 'default'}
                  disabled={isOffline}
                  data-record
                  onClick={() => setUrl({ pay: due.ref })}
                >
                  Record<span className="unseen"> payment of {nameOf(due)}</span>
                </Button>
              )}
            />
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
    </>
  )
}
