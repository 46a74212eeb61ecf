import { useState } from 'react'
import { formatCount } from '../../domain/spoken.ts'
import { api, type Records } from '../office/api/client.ts'
import { showNotice } from '../office/api/news.ts'
import { useWrite } from '../office/api/write.ts'
import { createForm } from '../office/form/bound-fields.tsx'
import { OfficeForm } from '../office/form/form.tsx'
import { readLimits } from '../office/form/limits.ts' with { type: 'macro' }
import { Money } from '../office/parts/money.tsx'
import { formatWord } from '../plain/words.ts'
import type { DuePayout } from './reads.ts'

const batchForm = createForm<Records['PayoutBatchInput']>(readLimits('PayoutBatchInput'))

const reports = [
  { value: 'paid', label: 'Paid' },
  { value: 'in_transit', label: 'In transit' },
  { value: 'failed', label: 'Failed' },
  { value: 'scheduled', label: 'Scheduled again' },
]

/** The form that sets the status of the selected payouts. */
export function BatchForm({ chosen, done }: { readonly chosen: readonly DuePayout[]; readonly done: () => void }) {
  const draft = batchForm.useDraft(null, { status: 'paid' })
  const isFailed = draft.values.status === 'failed'
  const [refused, setRefused] = useState<readonly { readonly id: number; readonly code: string }[]>([])
  const write = useWrite({
    send: (body: Records['PayoutBatchInput'], headers) => api.POST('/platform/v1/payouts/batch', { body, headers }),
    refreshes: [['payouts'], ['trips']],
    onDone: ({ data }) => {
      if (data.refused.length > 0) setRefused(data.refused)
      else {
        showNotice(`${formatCount(data.done.length, 'payout')} updated.`)
        done()
      }
    },
  })
  const sums = new Map<string, number>()
  for (const { amount, currency_code } of chosen) sums.set(currency_code, (sums.get(currency_code) ?? 0) + amount)
  return (
    <OfficeForm
      write={write}
      draft={draft}
      submit={() =>
        void write.run({
          ...draft.buildBody(),
          ids: chosen.map(({ id }) => id),
          ...(!isFailed && { failure_reason: null }),
        })
      }
      button="Save status"
      isReady={chosen.length > 0}
    >
      <p>
        {formatCount(chosen.length, 'payout')}:{' '}
        {[...sums].map(([currency, amount], at) => (
          <span key={currency}>
            {at > 0 && ' and '}
            <Money amount={amount} currency={currency} />
          </span>
        ))}
      </p>
      <batchForm.Choice at="status" label="Status" choices={reports} />
      <batchForm.Text at="statement_ref" label="Statement" help="Reference of the bank payment, such as 2027-W10." />
      {isFailed && <batchForm.Text at="failure_reason" label="Reason" />}
      {refused.length > 0 && (
        <div role="alert">
          <p>These payouts were not updated:</p>
          <ul>
            {refused.map(({ id, code }) => (
              <li key={id}>
                {chosen.find((one) => one.id === id)?.booking_ref ?? id}: {formatWord(code).toLowerCase()}
              </li>
            ))}
          </ul>
        </div>
      )}
    </OfficeForm>
  )
}
