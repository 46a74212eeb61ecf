import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatDuration } from '../../domain/spoken.ts'
import { TextField } from '../office/form/fields.tsx'
import { Countdown } from '../office/parts/countdown.tsx'
import { ListStates } from '../office/parts/list-states.tsx'
import { LocalTime } from '../office/parts/moment.tsx'
import { Money } from '../office/parts/money.tsx'
import { useClock } from '../office/parts/now.ts'
import { PageHead, PrimaryBar } from '../office/parts/page-head.tsx'
import { Pager } from '../office/parts/pager.tsx'
import { useRowKeys } from '../office/parts/row-keys.ts'
import { SideDrawer } from '../office/parts/side-drawer.tsx'
import { Badge } from '../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../office/parts/table.tsx'
import { UrlTabs } from '../office/parts/tabs.tsx'
import { useUrlState } from '../office/parts/url-state.ts'
import { formatWord } from '../plain/words.ts'
import { ImportTrips } from './import-trips.tsx'
import { type MarketTrip, useMarketTrips } from './reads.ts'

const defaults = { status: 'open', q: '', page: '1', import: '' }

const tabs = [
  { value: 'open', label: 'Open' },
  { value: 'booked', label: 'Confirmed' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'expired', label: 'Expired' },
  { value: 'all', label: 'All' },
]

const tones = { open: 'waiting', booked: 'good', completed: 'over', cancelled: 'over', expired: 'wrong' } as const

/** A trip's state as a badge. */
export function TripStateBadge({ status }: { readonly status: string }) {
  return <Badge tone={tones[status as keyof typeof tones] ?? 'plain'}>{formatTripState(status)}</Badge>
}

function formatTripState(status: string): string {
  return tabs.find(({ value }) => value === status)?.label ?? formatWord(status)
}

const columns: readonly Column<MarketTrip>[] = [
  {
    name: 'Trip',
    cell: ({ ref, summary }) => (
      <>
        <span className="ref">{ref}</span>
        <SecondLine>{summary}</SecondLine>
      </>
    ),
  },
  { name: 'Departs', cell: ({ departs_at }) => <LocalTime at={departs_at} /> },
  { name: 'Customer', cell: ({ customer_name }) => customer_name },
  { name: 'Status', cell: ({ status }) => <TripStateBadge status={status} /> },
  {
    name: 'Quotes',
    isNumber: true,
    cell: (trip) => (
      <>
        {trip.quotes_count} of {trip.offers_count}
        <Unquoted trip={trip} />
      </>
    ),
  },
  {
    name: 'Price',
    isNumber: true,
    cell: ({ price }) =>
      price === null ? (
        '–'
      ) : (
        <span>
          <Money amount={price.min_amount} currency={price.currency_code} />
          {price.max_amount > price.min_amount && (
            <>
              {' to '}
              <Money amount={price.max_amount} currency={price.currency_code} />
            </>
          )}
        </span>
      ),
  },
  {
    name: 'Quoting closes',
    cell: ({ status, quote_by }) => (status === 'open' ? <Countdown until={quote_by} /> : '–'),
  },
]

/** A line with the time without a quote, for an open trip. */
function Unquoted({ trip: { status, quotes_count, created_at } }: { readonly trip: MarketTrip }) {
  const now = useClock(60_000)
  if (status !== 'open' || quotes_count > 0) return null
  return <SecondLine>none for {formatDuration(now - Date.parse(created_at))}</SecondLine>
}

/** The list of the marketplace's trips and their quotes (`/console`). */
export function TripList() {
  const [state, setUrl] = useUrlState(defaults)
  const [typed, setTyped] = useState(state.q)
  const query = useMarketTrips(state.status, state.q, Number(state.page))
  useRowKeys()
  const enter = (
    <Button component={Link} href="/new">
      New trip
    </Button>
  )
  return (
    <>
      <PageHead title="Trips" />
      <UrlTabs name="status" label="Trip status" tabs={tabs} />
      <search className="console-filter">
        <TextField
          path="q"
          label="Reference, place or customer"
          value={typed}
          onValue={(q) => {
            setTyped(q)
            setUrl({ q, page: '1' }, true)
          }}
          most={80}
        />
        <Button variant="default" onClick={() => setUrl({ import: '1' })}>
          Import CSV
        </Button>
      </search>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>{state.q === '' ? 'No trips.' : 'No matching trips.'}</p>
            {enter}
          </>
        }
      >
        {({ data, meta }) => (
          <>
            <Table
              caption="Trips"
              columns={columns}
              rows={data}
              rowKey={({ ref }) => ref}
              link={({ ref }) => ({ href: `/trips/${ref}` })}
            />
            <Pager meta={meta} />
            <PrimaryBar>{enter}</PrimaryBar>
          </>
        )}
      </ListStates>
      <SideDrawer title="Import trips" isOpen={state.import !== ''} close={() => setUrl({ import: '' })} isWide>
        <ImportTrips />
      </SideDrawer>
    </>
  )
}
