import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { counted, spokenWord } from '../plain/words.ts'
import { api, type Records } from '../portal/api/client.ts'
import { say } from '../portal/api/news.ts'
import { useWrite } from '../portal/api/write.ts'
import { useDraft } from '../portal/form/draft.ts'
import { ChoiceField, TextField } from '../portal/form/fields.tsx'
import { Form } from '../portal/form/form.tsx'
import { DateField } from '../portal/form/time-fields.tsx'
import { ListStates } from '../portal/parts/list-states.tsx'
import { Money } from '../portal/parts/money.tsx'
import { PageHead, PrimaryBar } from '../portal/parts/page-head.tsx'
import { Pager } from '../portal/parts/pager.tsx'
import { SideDrawer } from '../portal/parts/side-drawer.tsx'
import { Badge } from '../portal/parts/state-badge.tsx'
import { SecondLine, Table } from '../portal/parts/table.tsx'
import { Tabs } from '../portal/parts/tabs.tsx'
import { useUrlState } from '../portal/parts/url-state.ts'
import { type OwedPayout, useOperatorNames, usePayouts } from './reads.ts'

const defaults = { status: 'scheduled', before: '', page: '1' }

const tabs = [
  { value: 'scheduled', label: 'Due' },
  { value: 'in_transit', label: 'On the way' },
  { value: 'paid', label: 'Paid' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Not due yet' },
  { value: 'all', label: 'All' },
]

const tones = { paid: 'good', failed: 'wrong', scheduled: 'waiting', in_transit: 'waiting' } as const

/** What operators are owed (`/console/money`): ticked, and paid as one statement. */
export function PayoutRun() {
  const [{ status, before, page }, setUrl] = useUrlState(defaults)
  const query = usePayouts(status, before, Number(page))
  const nameOf = useOperatorNames()
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [isPaying, setPaying] = useState(false)
  const shown = query.data?.data ?? []
  const chosen = shown.filter(({ id }) => ticked.includes(id))
  const tick = (id: number, isOn: boolean) => setTicked(isOn ? [...ticked, id] : ticked.filter((one) => one !== id))
  return (
    <>
      <PageHead title="Money" />
      <Tabs name="status" label="Which payouts" tabs={tabs} />
      <div className="console-filter">
        <DateField path="before" label="Due by" value={before} onValue={(day) => setUrl({ before: day, page: '1' })} />
        <Button
          variant="default"
          disabled={shown.length === 0}
          onClick={() => setTicked(chosen.length === shown.length ? [] : shown.map(({ id }) => id))}
        >
          {chosen.length === shown.length && shown.length > 0 ? 'Tick none' : 'Tick all'}
        </Button>
      </div>
      <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>No payout is here.</p>}>
        {({ data, meta }) => (
          <>
            <Table
              caption="Payouts"
              rows={data}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'Pay',
                  cell: ({ id, booking_ref }: OwedPayout) => (
                    <input
                      type="checkbox"
                      aria-label={`Payout of ${booking_ref}`}
                      checked={ticked.includes(id)}
                      onChange={({ currentTarget: { checked } }) => tick(id, checked)}
                    />
                  ),
                },
                {
                  name: 'Booking',
                  cell: ({ booking_ref, operator_ref }: OwedPayout) => (
                    <>
                      <Link className="ref" href={`/trips/${booking_ref}`}>
                        {booking_ref}
                      </Link>
                      <SecondLine>{nameOf(operator_ref)}</SecondLine>
                    </>
                  ),
                },
                { name: 'Due on', cell: ({ scheduled_for }: OwedPayout) => scheduled_for ?? '–' },
                {
                  name: 'State',
                  cell: ({ status: stands, failure_reason }: OwedPayout) => (
                    <>
                      <Badge tone={tones[stands as keyof typeof tones] ?? 'plain'}>{spokenWord(stands)}</Badge>
                      {failure_reason !== null && <SecondLine>{failure_reason}</SecondLine>}
                    </>
                  ),
                },
                { name: 'Statement', cell: ({ statement_ref }: OwedPayout) => statement_ref ?? '–' },
                {
                  name: 'Amount',
                  isNumber: true,
                  cell: ({ amount, currency_code }: OwedPayout) => <Money amount={amount} currency={currency_code} isInTable />,
                },
              ]}
            />
            <Pager meta={meta} />
            <PrimaryBar>
              <Button disabled={chosen.length === 0} onClick={() => setPaying(true)}>
                {chosen.length === 0 ? 'Pay those you tick' : `Pay ${counted(chosen.length, 'payout')}`}
              </Button>
            </PrimaryBar>
          </>
        )}
      </ListStates>
      <SideDrawer title="Report payouts" isOpen={isPaying} close={() => setPaying(false)}>
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

type BatchStatus = Records['PayoutBatchInput']['status']

const reports: readonly { readonly value: BatchStatus; readonly label: string }[] = [
  { value: 'paid', label: 'Paid' },
  { value: 'in_transit', label: 'On the way' },
  { value: 'failed', label: 'Failed' },
  { value: 'scheduled', label: 'Due again' },
]

function BatchForm({ chosen, done }: { readonly chosen: readonly OwedPayout[]; readonly done: () => void }) {
  const draft = useDraft(null, { status: 'paid' as BatchStatus | null, statement: '', reason: '' })
  const { status, statement, reason } = draft.values
  const [refused, setRefused] = useState<readonly { readonly id: number; readonly code: string }[]>([])
  const write = useWrite({
    send: (body: Records['PayoutBatchInput'], headers) => api.POST('/platform/v1/payouts/batch', { body, headers }),
    refreshes: [['payouts'], ['trips']],
    onDone: ({ data }) => {
      if (data.refused.length > 0) setRefused(data.refused)
      else {
        say(`${counted(data.done.length, 'payout')} written down.`)
        done()
      }
    },
  })
  const sums = new Map<string, number>()
  for (const { amount, currency_code } of chosen) sums.set(currency_code, (sums.get(currency_code) ?? 0) + amount)
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  return (
    <Form
      write={write}
      submit={() =>
        void write.run({
          ids: chosen.map(({ id }) => id),
          status: status ?? 'paid',
          statement_ref: orNull(statement),
          failure_reason: status === 'failed' ? orNull(reason) : null,
        })
      }
      button="Write it down"
      isReady={chosen.length > 0}
    >
      <p>
        {counted(chosen.length, 'payout')}:{' '}
        {[...sums].map(([currency, amount], at) => (
          <span key={currency}>
            {at > 0 && ' and '}
            <Money amount={amount} currency={currency} />
          </span>
        ))}
      </p>
      <ChoiceField
        path="status"
        label="What came of it"
        value={status}
        onValue={(value) => draft.set({ status: value })}
        choices={reports}
      />
      <TextField
        path="statement_ref"
        label="Statement"
        help="What the bank's line says, such as 2027-W10."
        value={statement}
        onValue={(value) => draft.set({ statement: value })}
        most={160}
      />
      {status === 'failed' && (
        <TextField
          path="failure_reason"
          label="Why it failed"
          value={reason}
          onValue={(value) => draft.set({ reason: value })}
          most={500}
        />
      )}
      {refused.length > 0 && (
        <div role="alert">
          <p>The others are written down; these are not:</p>
          <ul>
            {refused.map(({ id, code }) => (
              <li key={id}>
                {chosen.find((one) => one.id === id)?.booking_ref ?? id}: {spokenWord(code).toLowerCase()}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Form>
  )
}
