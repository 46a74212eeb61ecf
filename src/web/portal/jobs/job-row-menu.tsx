import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../office/api/session.ts'
import { type RowAction, RowActions } from '../../office/parts/row-actions.tsx'
import { useHrefWith } from '../../office/parts/url-state.ts'
import { hasAcceptedQuote } from '../../plain/words.ts'
import { declineAfterUndo, useLeaving } from './declining.ts'
import { unconfirmSentQuote } from './job-actions.tsx'
import { declineChoices, describeClosedJob, isQuoteLive } from './job-words.ts'
import type { InboxJob } from './jobs.ts'
import { Withdraw } from './withdraw.tsx'

/** The menu of a job's row in the inbox. The key `.` opens it. */
export function JobRowMenu({ job }: { readonly job: InboxJob }) {
  const { can } = useSession()
  const [, navigate] = useLocation()
  const hrefWith = useHrefWith()
  const isLeaving = useLeaving().has(job.ref)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { ref, my_quote: quote } = job
  const isRequested = job.status === 'booking_requested'
  const isYes = quote?.booking_request ? hasAcceptedQuote(quote.booking_request) : false
  const isOpen = can('quotes:write') && describeClosedJob(job) === null && !isLeaving
  const go = (label: string, href: string): RowAction => ({ label, run: () => navigate(href), isQuiet: true })
  const actions = [
    ...(isOpen && isRequested ? [go(isYes ? 'Open request' : 'Answer request', hrefWith({ ref, request: '1' }))] : []),
    ...(isOpen && !isRequested
      ? [go(isQuoteLive(quote) ? 'Revise quote' : 'Quote', hrefWith({ ref, request: '' }))]
      : [go('Show details', hrefWith({ ref, request: '' }))]),
    ...(isOpen && quote?.status === 'confirmed' ? [{ label: 'Set to on request', run: () => void unconfirmSentQuote(ref) }] : []),
    ...(isOpen && !isRequested && isQuoteLive(quote) ? [{ label: 'Withdraw quote', run: () => setWithdrawing(true) }] : []),
    go('Open full page', `/jobs/${ref}`),
  ]
  const mayDecline = isOpen && job.status === 'fresh'
  return (
    <>
      <RowActions
        label={`Actions for ${ref}`}
        actions={actions}
        {...(mayDecline && {
          reasons: {
            title: 'Decline with reason',
            actions: declineChoices.map(({ code, words }) => ({ label: words, run: () => declineAfterUndo(ref, code) })),
          },
        })}
      />
      <Withdraw job={job} isOpen={isWithdrawing} close={() => setWithdrawing(false)} />
    </>
  )
}
