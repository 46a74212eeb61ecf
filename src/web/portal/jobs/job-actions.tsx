import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../office/api/client.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { showNotice } from '../../office/api/news.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { sendWithRetry } from '../../office/api/retry.ts'
import { useSession } from '../../office/api/session.ts'
import { ReasonMenu, RowActions } from '../../office/parts/row-actions.tsx'
import { declineAfterUndo, useLeaving } from './declining.ts'
import { declineChoices, describeClosedJob, isQuoteLive } from './job-words.ts'
import type { InboxJob } from './jobs.ts'
import { Withdraw } from './withdraw.tsx'

/** The other actions of a job: decline it, set its quote to on request, withdraw the quote. */
export function JobActions({ job }: { readonly job: InboxJob }) {
  const { can } = useSession()
  const isOffline = useLostAt() !== null
  const isLeaving = useLeaving().has(job.ref)
  const [isWithdrawing, setWithdrawing] = useState(false)
  if (!can('quotes:write') || describeClosedJob(job) !== null || job.status === 'booking_requested') return null
  const quote = job.my_quote
  if (isQuoteLive(quote)) {
    const isBookableNow = quote.status === 'confirmed'
    return (
      <>
        <RowActions
          label={`Actions for the quote for ${job.ref}`}
          actions={[
            ...(isBookableNow ? [{ label: 'Set to on request', run: () => void unconfirmSentQuote(job.ref) }] : []),
            { label: 'Withdraw quote', run: () => setWithdrawing(true) },
          ]}
        />
        <Withdraw job={job} isOpen={isWithdrawing} close={() => setWithdrawing(false)} />
      </>
    )
  }
  if (job.status === 'declined') return null
  return (
    <ReasonMenu
      label={`Reason to decline ${job.ref}`}
      reasons={declineChoices}
      choose={(reason) => declineAfterUndo(job.ref, reason)}
      target={
        <Button variant="default" size="sm" disabled={isOffline || isLeaving}>
          {isLeaving ? 'Declining…' : 'Decline'}
        </Button>
      }
    />
  )
}

/** Sets a quote to on request: the customer has to request the booking. A revised quote can make it bookable again. */
export async function unconfirmSentQuote(ref: string): Promise<void> {
  const body = {}
  try {
    await sendWithRetry((headers) => api.POST('/api/v1/jobs/{ref}/unconfirm', { params: { path: { ref } }, body, headers }))
    showNotice('Quote is now on request.')
  } catch (thrown) {
    showFailure(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['jobs'] })
}
