import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { say } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { sendWithRetry } from '../api/retry.ts'
import { useSession } from '../api/session.ts'
import { ReasonMenu, RowActions } from '../parts/row-actions.tsx'
import { declineSoon, useLeaving } from './declining.ts'
import { closedBecause, declineChoices, isQuoteLive } from './job-words.ts'
import type { InboxJob } from './jobs.ts'
import { Withdraw } from './withdraw.tsx'

/** Buttons for what else can be done with a job: decline it, make a sure quote a likely one, take the quote back. */
export function JobActions({ job }: { readonly job: InboxJob }) {
  const { can } = useSession()
  const isOffline = useLostAt() !== null
  const isLeaving = useLeaving().has(job.ref)
  const [isWithdrawing, setWithdrawing] = useState(false)
  if (!can('quotes:write') || closedBecause(job) !== null || job.status === 'booking_requested') return null
  const quote = job.my_quote
  if (isQuoteLive(quote)) {
    const isSure = quote.status === 'confirmed'
    return (
      <>
        <RowActions
          label={`What to do with the quote for ${job.ref}`}
          actions={[
            ...(isSure ? [{ label: 'Make it likely', run: () => void unconfirmQuote(job.ref) }] : []),
            { label: 'Withdraw', run: () => setWithdrawing(true) },
          ]}
        />
        <Withdraw job={job} isOpen={isWithdrawing} close={() => setWithdrawing(false)} />
      </>
    )
  }
  if (job.status === 'declined') return null
  return (
    <ReasonMenu
      label={`Why ${job.ref} is declined`}
      reasons={declineChoices}
      choose={(reason) => declineSoon(job.ref, reason)}
      target={
        <Button variant="default" size="sm" disabled={isOffline || isLeaving}>
          {isLeaving ? 'Declining…' : 'Decline'}
        </Button>
      }
    />
  )
}

/** Makes a quote likely: its customer can no longer book at once, and asks first. A new version makes it sure again. */
export async function unconfirmQuote(ref: string): Promise<void> {
  const body = {}
  try {
    await sendWithRetry((headers) => api.POST('/api/v1/jobs/{ref}/unconfirm', { params: { path: { ref } }, body, headers }))
    say('Likely now: they ask before they book.')
  } catch (thrown) {
    sayFailed(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['jobs'] })
}
