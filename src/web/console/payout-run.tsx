import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatCount } from '../../domain/spoken.ts'
import { ChoiceField } from '../office/form/fields.tsx'
import { DateField } from '../office/form/time-fields.tsx'
import { InstantDay } from '../office/money-lists/day.tsx'
import { ListStates } from '../office/parts/list-states.tsx'
import { Money } from '../office/parts/money.tsx'
import { PrimaryBar } from '../office/parts/page-head.tsx'
import { Pager } from '../office/parts/pager.tsx'
import { SideDrawer } from '../office/parts/side-drawer.tsx'
import { Badge } from '../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../office/parts/table.tsx'
import { useUrlState } from '../office/parts/url-state.ts'
import { formatWord } from '../plain/words.ts'
import { BatchForm } from './payout-batch.tsx'
import { type DuePayout, useMarketPayouts, useOperatorNames } from './reads.ts'

const defaults = { status: 'scheduled', before: '', page: '1' }

const states = [
  { value: 'scheduled', label: 'Due' },
  { value: 'in_transit', label: 'In transit' },
  { value: 'paid', label: 'Paid' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Not due yet' },
  { value: 'all', label: 'All' },
]

const tones = { paid: 'good', failed: 'wrong', scheduled: 'waiting', in_transit: 'waiting' } as const

/** The list of payouts to operators, to select and pay as one statement. */
export function PayoutRun() {
  const [{ status, before, page }, setUrl] = useUrlState(defaults)
  const query = useMarketPayouts(status, before, Number(page))
  const nameOf = useOperatorNames()
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [isPaying, setPaying] = useState(false)
  const shown = query.data?.data ?? []
  const chosen = shown.filter(({ id }) => ticked.includes(id))
  const tick = (id: number, isOn: boolean) => setTicked(isOn ? [...ticked, id] : ticked.filter((one) => one !== id))
  return (
    <>
      <div className="console-filter">
        <ChoiceField
          path="status"
          label="Payout status"
          value={status}
          onValue={(one) => setUrl({ status: one ?? defaults.status, page: '1' })}
          choices={states}
        />
        <DateField path="before" label="Due by" value={before} onValue={(day) => setUrl({ before: day, page: '1' })} />
        <Button
          variant="default"
          disabled={shown.length === 0}
          onClick={() => setTicked(chosen.length === shown.length ? [] : shown.map(({ id }) => id))}
        >
          {chosen.length === shown.length && shown.length > 0 ? 'Clear selection' : 'Select all'}
        </Button>
      </div>
      <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>No payouts.</p>}>
        {({ data, meta }) => (
          <>
            <Table
              caption="Payouts"
              rows={data}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'Pay',
                  cell: ({ id, booking_ref }: DuePayout) => (
                    <input
                      type="checkbox"
                      aria-label={`Payout of ${booking_ref}`}
                      checked={ticked.includes(id)}
                      onChange={({ currentTarget: { checked } }) => tick(id, checked)}
                    />
                  ),
                },
                ...buildPayoutColumns(nameOf),
              ]}
            />
            <Pager meta={meta} />
            <PrimaryBar>
              <Button disabled={chosen.length === 0} onClick={() => setPaying(true)}>
                {chosen.length === 0 ? 'Pay selected' : `Pay ${formatCount(chosen.length, 'payout')}`}
              </Button>
            </PrimaryBar>
          </>
        )}
      </ListStates>
      <SideDrawer title="Update payouts" isOpen={isPaying} close={() => setPaying(false)}>
        <BatchForm
          chosen={chosen}
          done={() => {
            setTicked([])
            setPaying(false)
          }}
        />
      </SideDrawer>
    </>
  )
}

/** The facts of a payout. */
const buildPayoutColumns = (nameOf: (operatorRef: string) => string): readonly Column<DuePayout>[] => [
  {
    name: 'Booking',
    cell: ({ booking_ref, operator_ref }) => (
      <>
        <Link className="ref" href={`/trips/${booking_ref}`}>
          {booking_ref}
        </Link>
        <SecondLine>{nameOf(operator_ref)}</SecondLine>
      </>
    ),
  },
  {
    name: 'Due on',
    cell: ({ scheduled_for }) => (scheduled_for === null ? '–' : <InstantDay at={scheduled_for} />),
  },
  {
    name: 'Status',
    cell: ({ status: state, failure_reason }) => (
      <>
        <Badge tone={tones[state as keyof typeof tones] ?? 'plain'}>{formatWord(state)}</Badge>
        {failure_reason !== null && <SecondLine>{failure_reason}</SecondLine>}
      </>
    ),
  },
  { name: 'Statement', cell: ({ statement_ref }) => statement_ref ?? '–' },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ amount, currency_code }) => <Money amount={amount} currency={currency_code} isInTable />,
  },
]
