import { useState } from 'react'
import { useLocation } from 'wouter'
import { hasSaidYes } from '../../plain/words.ts'
import { useSession } from '../api/session.ts'
import { type RowAction, RowActions } from '../parts/row-actions.tsx'
import { useHrefWith } from '../parts/url-state.ts'
import { declineSoon, useLeaving } from './declining.ts'
import { unconfirmQuote } from './job-actions.tsx'
import { closedBecause, declineChoices, isQuoteLive } from './job-words.ts'
import type { InboxJob } from './jobs.ts'
import { Withdraw } from './withdraw.tsx'

/** A menu of what can be done with a job from its row of the inbox; `.` opens it. */
export function JobRowMenu({ job }: { readonly job: InboxJob }) {
  const { can } = useSession()
  const [, navigate] = useLocation()
  const hrefWith = useHrefWith()
  const isLeaving = useLeaving().has(job.ref)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { ref, my_quote: quote } = job
  const isRequested = job.status === 'booking_requested'
  const isYes = quote?.booking_request ? hasSaidYes(quote.booking_request) : false
  const isOpen = can('quotes:write') && closedBecause(job) === null && !isLeaving
  const go = (label: string, href: string): RowAction => ({ label, run: () => navigate(href), isQuiet: true })
  const actions = [
    ...(isOpen && isRequested ? [go(isYes ? 'See the request' : 'Answer the request', hrefWith({ ref, request: '1' }))] : []),
    ...(isOpen && !isRequested
      ? [go(isQuoteLive(quote) ? 'Quote anew' : 'Quote', hrefWith({ ref, request: '' }))]
      : [go('Look at it', hrefWith({ ref, request: '' }))]),
    ...(isOpen && quote?.status === 'confirmed' ? [{ label: 'Make it likely', run: () => void unconfirmQuote(ref) }] : []),
    ...(isOpen && !isRequested && isQuoteLive(quote) ? [{ label: 'Withdraw', run: () => setWithdrawing(true) }] : []),
    go('On a page of its own', `/jobs/${ref}`),
  ]
  const mayDecline = isOpen && job.status === 'fresh'
  return (
    <>
      <RowActions
        label={`What to do with ${ref}`}
        actions={actions}
        {...(mayDecline && {
          reasons: {
            title: 'Decline, because',
            actions: declineChoices.map(({ code, words }) => ({ label: words, run: () => declineSoon(ref, code) })),
          },
        })}
      />
      <Withdraw job={job} isOpen={isWithdrawing} close={() => setWithdrawing(false)} />
    </>
  )
}
