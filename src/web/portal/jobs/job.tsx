import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import type { ApiFailure } from '../../office/api/failure.ts'
import { useSession } from '../../office/api/session.ts'
import { useDraft } from '../../office/form/draft.ts'
import { WriteFailure } from '../../office/form/write-failure.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { LocalTime, Moment } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { useClock } from '../../office/parts/now.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { StateBadge } from '../../office/parts/state-badge.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { formatMoney } from '../../plain/money.ts'
import { buildAnswerFacts, describeRefusal, formatStepLabel } from '../../plain/refusal-words.ts'
import { isPaidByCustomer } from '../../plain/request-words.ts'
import { findShownEnd } from '../../plain/trip-end.ts'
import { findJobState, hasAcceptedQuote } from '../../plain/words.ts'
import { RequestDrawer } from '../requests/drawer.tsx'
import { AboutJob } from './about-job.tsx'
import { JobActions } from './job-actions.tsx'
import { JobMoney } from './job-money.tsx'
import { describeClosedJob, isQuoteLive } from './job-words.ts'
import { type InboxJob, type SentQuote, useJob } from './jobs.ts'
import './jobs.css'
import type { QuoteValues } from './quote-draft.ts'
import { QuoteForm } from './quote-form.tsx'
import { QuoteVersions } from './quote-versions.tsx'

/** The page of one job (`/portal/jobs/…`): trip details and quote. */
export function JobPage() {
  const { ref = '' } = useParams<{ ref: string }>()
  const query = useJob(ref)
  return (
    <ReadStates query={query}>
      {({ data: job }) => (
        <>
          <PageHead title={job.summary} beside={<JobActions job={job} />}>
            <JobHead job={job} />
          </PageHead>
          <JobBody job={job} />
        </>
      )}
    </ReadStates>
  )
}

/** One job beside the inbox: trip details and quote. */
export function JobPane({ tripRef }: { readonly tripRef: string }) {
  const query = useJob(tripRef)
  return (
    <ReadStates query={query}>
      {({ data: job }) => (
        <article className="job-pane" aria-label={job.summary}>
          <header className="job-pane-head">
            <h2>{job.summary}</h2>
            <JobActions job={job} />
          </header>
          <JobHead job={job} />
          <JobBody job={job} isBeside />
        </article>
      )}
    </ReadStates>
  )
}

function JobHead({ job }: { readonly job: InboxJob }) {
  const now = useClock(60_000)
  return (
    <p className="job-head">
      <Link className="ref" href={`/jobs/${job.ref}`}>
        {job.ref}
      </Link>
      <StateBadge state={findJobState(job, now)} />
      <LocalTime at={job.departs_at} until={findShownEnd(job)} />
    </p>
  )
}

const requestDefaults = { request: '', ref: '' }

function JobBody({ job, isBeside = false }: { readonly job: InboxJob; readonly isBeside?: boolean }) {
  const { can } = useSession()
  const [{ request, ref }, setUrl] = useUrlState(requestDefaults)
  // Beside the inbox the address must name the job, because the first job of the list can change.
  const openRequest = () => setUrl({ request: '1', ...(isBeside && { ref: job.ref }) })
  const quote = job.my_quote
  return (
    <div className="job-body">
      <AboutJob job={job} />
      <section className="job-quote" aria-label="Your quote">
        {job.status === 'booking_requested' && quote !== null && <RequestNote quote={quote} open={openRequest} />}
        <QuoteOrWhyNot job={job} />
        {quote !== null && can('bookings:read') && <JobMoney job={job} quote={quote} />}
        <QuoteVersions tripRef={job.ref} count={quote?.revision ?? 0} />
      </section>
      <RequestDrawer job={job} isOpen={request !== '' && (!isBeside || ref === job.ref)} close={() => setUrl({ request: '' })} />
    </div>
  )
}

/** The notice of a booking request: open, or accepted and waiting for the customer's payment. */
function RequestNote({ quote, open }: { readonly quote: SentQuote; readonly open: () => void }) {
  const { can } = useSession()
  const { booking_request: request, price_amount, currency_code } = quote
  const isYes = request !== null && hasAcceptedQuote(request)
  return (
    <div className="job-request">
      <p>
        {isYes ? (
          <>
            <strong>You accepted the request.</strong>
            {isPaidByCustomer(request) && (
              <>
                {' '}
                The customer can pay until <Moment at={request.respond_by} />.
              </>
            )}
          </>
        ) : (
          <>
            <strong>Booking request.</strong> The customer wants to book your quote of{' '}
            <Money amount={price_amount} currency={currency_code} />.
          </>
        )}
      </p>
      {can('quotes:write') && (
        <Button {...(isYes && { variant: 'default' })} onClick={open}>
          {isYes ? 'Open request' : 'Answer request'}
        </Button>
      )}
    </div>
  )
}

/** The form of a quote while the job is open; else the reason why it is closed, and the last quote. */
function QuoteOrWhyNot({ job }: { readonly job: InboxJob }) {
  const { can, zone } = useSession()
  const now = useClock(60_000)
  const [refused, setRefused] = useState<ApiFailure | null>(null)
  const quote = job.my_quote
  const why = describeClosedJob(job)
  if (why !== null) {
    return (
      <>
        <p>
          {why} {job.booking_ref !== null && <Link href={`/bookings/${job.booking_ref}`}>Open booking</Link>}
        </p>
        {quote !== null && <SentQuoteLine job={job} />}
        <Unsent job={job} />
      </>
    )
  }
  const isInDoubt = quote?.booking_request?.payment_status === 'in_doubt'
  if (isInDoubt || (isQuoteLive(quote) && quote.locked_until !== null)) {
    return (
      <>
        <p>
          {isInDoubt
            ? 'The card charge is not confirmed yet. You can change the quote after that.'
            : describeRefusal(
                'office',
                'quote_locked',
                buildAnswerFacts({ until: quote.locked_until }, { zone, now, retryAfter: null }),
              )?.says}
        </p>
        <SentQuoteLine job={job} />
      </>
    )
  }
  if (job.status === 'booking_requested') {
    return (
      <>
        <WriteFailure failure={refused} />
        <SentQuoteLine job={job} />
      </>
    )
  }
  if (!can('quotes:write')) return quote === null ? <p>No quote yet.</p> : <SentQuoteLine job={job} />
  return (
    <>
      {quote?.rejection && (
        <p className="second-line">
          You declined the request: “{quote.rejection.reason}”. You can quote again until the job closes.
        </p>
      )}
      <QuoteForm key={`${quote?.id ?? 0}-${quote?.revision ?? 0}`} job={job} like={quote} onFailed={setRefused} />
    </>
  )
}

/** A notice with the draft of a quote that can no longer be sent, to copy. */
function Unsent({ job }: { readonly job: InboxJob }) {
  const { values, clear } = useDraft<QuoteValues>(`quote-${job.ref}`, {})
  const { price_amount: amount = null, note } = values
  const [, navigate] = useLocation()
  const [isCopied, setCopied] = useState(false)
  if (amount === null && !note) return null
  const price = amount === null ? null : formatMoney(amount, job.currency_code)
  const text = [price, note].filter(Boolean).join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <section aria-label="Not sent">
      <p role="alert">{describeRefusal('office', 'job_closed')?.says}</p>
      <p>
        Your draft{price !== null && ` ${price}`}
        {note && `: “${note}”`}. It was not sent.
      </p>
      <div className="failure-steps">
        {navigator.clipboard && (
          <Button variant="default" size="sm" onClick={() => void copy()}>
            {isCopied ? 'Copied' : formatStepLabel('copy')}
          </Button>
        )}
        <Button variant="default" size="sm" onClick={() => navigate('/inbox')}>
          {formatStepLabel('inbox')}
        </Button>
        <Button variant="subtle" color="gray" size="sm" onClick={clear}>
          Discard draft
        </Button>
      </div>
    </section>
  )
}

function SentQuoteLine({ job }: { readonly job: InboxJob }) {
  const quote = job.my_quote
  if (quote === null) return null
  return (
    <p className="job-last">
      Your quote (version {quote.revision}): <Money amount={quote.price_amount} currency={quote.currency_code} />, you receive{' '}
      <Money amount={quote.payout_amount} currency={quote.currency_code} />, deposit{' '}
      <Money amount={quote.deposit_amount} currency={quote.currency_code} />.
    </p>
  )
}
