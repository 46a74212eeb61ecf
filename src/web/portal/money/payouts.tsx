import { formatCount } from '../../../domain/spoken.ts'
import { DueDay } from '../../office/money-lists/day.tsx'
import { type ListedPayout, usePayouts } from '../../office/money-lists/money.ts'
import { MoneyFilters, MoneyTable } from '../../office/money-lists/money-table.tsx'
import { payoutWords } from '../../office/money-lists/words.ts'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { buildPaperAddress, PaperLink } from '../../office/parts/paper-link.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine } from '../../office/parts/table.tsx'
import { UrlTabs } from '../../office/parts/tabs.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { findRoute, formatWord } from '../../plain/words.ts'
import { ExportButton } from '../exports/button.tsx'
import { everyDay } from '../exports/download.ts'

const defaults = { payout: '', page: '1' }

function PayoutState({ status }: Pick<ListedPayout, 'status'>) {
  return <Badge tone={payoutWords[status]?.tone ?? 'plain'}>{payoutWords[status]?.word ?? status}</Badge>
}

const columns: readonly Column<ListedPayout>[] = [
  {
    name: 'Trip',
    cell: (payout) => (
      <>
        {formatRouteOfPayout(payout)}
        <SecondLine>
          <span className="ref">{payout.booking_ref}</span>
        </SecondLine>
      </>
    ),
  },
  {
    name: 'Status',
    cell: ({ status, failure_reason }) => (
      <>
        <PayoutState status={status} />
        {failure_reason !== null && <SecondLine>{failure_reason}</SecondLine>}
      </>
    ),
  },
  {
    name: 'Payout date',
    cell: ({ scheduled_for, paid_at }) => (
      <>
        {scheduled_for === null ? '–' : <DueDay day={scheduled_for.slice(0, 10)} />}
        {paid_at !== null && (
          <SecondLine>
            paid <Moment at={paid_at} />
          </SecondLine>
        )}
      </>
    ),
  },
  {
    name: 'Statement',
    cell: ({ statement_ref }) =>
      statement_ref === null ? (
        '–'
      ) : (
        <PaperLink address={buildPaperAddress('/payouts/statement', `?statement_ref=${encodeURIComponent(statement_ref)}`)}>
          <span className="ref">{statement_ref}</span>
        </PaperLink>
      ),
  },
  {
    name: 'Price',
    isNumber: true,
    cell: ({ price_amount, currency_code }) => <Money amount={price_amount} currency={currency_code} isInTable />,
  },
  {
    name: 'Commission',
    isNumber: true,
    cell: ({ commission_amount, currency_code }) => <Money amount={-commission_amount} currency={currency_code} isInTable />,
  },
  {
    name: 'Adjustments',
    isNumber: true,
    cell: ({ adjustments }) => (adjustments.length === 0 ? '–' : <Adjustments adjustments={adjustments} />),
  },
  {
    name: 'Your share',
    isNumber: true,
    cell: ({ amount, currency_code }) => (
      <strong>
        <Money amount={amount} currency={currency_code} isInTable />
      </strong>
    ),
  },
]

/** The route of a payout's trip. A node of the release before sends no summary. */
function formatRouteOfPayout({ booking_ref, summary }: Partial<ListedPayout> & Pick<ListedPayout, 'booking_ref'>): string {
  return summary === undefined ? booking_ref : findRoute(summary)
}

function buildPayoutLine(payout: ListedPayout) {
  const { booking_ref, status, failure_reason, scheduled_for, amount, currency_code } = payout
  return {
    title: formatRouteOfPayout(payout),
    amount: <Money amount={amount} currency={currency_code} />,
    state: <PayoutState status={status} />,
    facts: [
      failure_reason,
      scheduled_for && <DueDay key="day" day={scheduled_for.slice(0, 10)} />,
      <span key="trip" className="ref">
        {booking_ref}
      </span>,
    ].filter((fact) => fact !== null),
  }
}

function Adjustments({ adjustments }: { readonly adjustments: ListedPayout['adjustments'] }) {
  return (
    <ul className="money-adjustments">
      {adjustments.map(({ kind, amount, currency_code, note }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: adjustments are only added
        <li key={nth}>
          <Money amount={amount} currency={currency_code} />
          <SecondLine>{note ?? formatWord(kind)}</SecondLine>
        </li>
      ))}
    </ul>
  )
}

/** The Payouts tab. */
export function PayoutsTab() {
  const [{ payout, page }] = useUrlState(defaults)
  const query = usePayouts(payout, Number(page))
  const states = ['scheduled', 'in_transit', 'paid', 'failed', 'pending', 'cancelled']
  return (
    <>
      <MoneyFilters isFiltered={payout !== ''}>
        <UrlTabs
          name="payout"
          label="Payout status"
          tabs={[{ value: '', label: 'All' }, ...states.map((value) => ({ value, label: payoutWords[value]?.word ?? value }))]}
        />
        <ExportButton name="payouts" query={{ ...everyDay, ...(payout !== '' && { status: payout }) }} />
      </MoneyFilters>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <p>
            {payout === ''
              ? 'No payouts yet. Each marketplace booking has a payout after the trip.'
              : 'No payouts with this status.'}
          </p>
        }
      >
        {({ data, meta }) => (
          <>
            <p className="list-count">{formatCount(meta.total, 'payout')}, newest first</p>
            <MoneyTable
              caption="Payouts"
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              phoneLine={buildPayoutLine}
              link={({ booking_ref }) => ({ href: `/bookings/${booking_ref}?tab=money` })}
            />
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
    </>
  )
}
