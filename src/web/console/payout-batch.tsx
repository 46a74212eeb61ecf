import { useState } from 'react'
import { formatCount } from '../../domain/spoken.ts'
import { formatWord, toNullIfEmpty } from '../plain/words.ts'
import { api, type Records } from '../portal/api/client.ts'
import { showNotice } from '../portal/api/news.ts'
import { useWrite } from '../portal/api/write.ts'
import { useDraft } from '../portal/form/draft.ts'
import { ChoiceField, TextField } from '../portal/form/fields.tsx'
import { PortalForm } from '../portal/form/form.tsx'
import { Money } from '../portal/parts/money.tsx'
import type { DuePayout } from './reads.ts'

type BatchStatus = Records['PayoutBatchInput']['status']

const reports: readonly { readonly value: BatchStatus; readonly label: string }[] = [
  { value: 'paid', label: 'Paid' },
  { value: 'in_transit', label: 'In transit' },
  { value: 'failed', label: 'Failed' },
  { value: 'scheduled', label: 'Scheduled again' },
]

/** The form that sets the status of the selected payouts. */
export function BatchForm({ chosen, done }: { readonly chosen: readonly DuePayout[]; readonly done: () => void }) {
  const draft = useDraft(null, { status: 'paid' as BatchStatus | null, statement: '', reason: '' })
  const { status, statement, reason } = draft.values
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
    <PortalForm
      write={write}
      submit={() =>
        void write.run({
          ids: chosen.map(({ id }) => id),
          status: status ?? 'paid',
          statement_ref: toNullIfEmpty(statement),
          failure_reason: status === 'failed' ? toNullIfEmpty(reason) : null,
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
      <ChoiceField
        path="status"
        label="Status"
        value={status}
        onValue={(value) => draft.set({ status: value })}
        choices={reports}
      />
      <TextField
        path="statement_ref"
        label="Statement"
        help="Reference of the bank payment, such as 2027-W10."
        value={statement}
        onValue={(value) => draft.set({ statement: value })}
        most={160}
      />
      {status === 'failed' && (
        <TextField
          path="failure_reason"
          label="Reason"
          value={reason}
          onValue={(value) => draft.set({ reason: value })}
          most={500}
        />
      )}
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
    </PortalForm>
  )
}
