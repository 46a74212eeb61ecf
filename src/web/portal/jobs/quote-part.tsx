import { Button, Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ApiFailure } from '../../office/api/failure.ts'
import { useSession } from '../../office/api/session.ts'
import { useDraft } from '../../office/form/draft.ts'
import { WriteFailure } from '../../office/form/write-failure.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { useClock } from '../../office/parts/now.ts'
import { PrimaryBar } from '../../office/parts/page-head.tsx'
import { usePhone } from '../../office/parts/phone.ts'
import { formatInstantToday } from '../../plain/moment.ts'
import { formatMoney } from '../../plain/money.ts'
import { buildAnswerFacts, describeRefusal, formatStepLabel } from '../../plain/refusal-words.ts'
import { isPaidByCustomer } from '../../plain/request-words.ts'
import { hasAcceptedQuote } from '../../plain/words.ts'
import { describeClosedJob, isQuoteLive } from './job-words.ts'
import type { InboxJob, SentQuote } from './jobs.ts'
import type { QuoteValues } from './quote-draft.ts'
import { QuoteForm } from './quote-form.tsx'

/** The notice of a booking request: open, or accepted and waiting for the customer's payment. */
export function RequestNote({ quote }: { readonly quote: SentQuote }) {
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
    </div>
  )
}

/** The form of a quote while the job is open; else the reason why it is closed, and the last quote. */
export function QuotePart({ job, isFocused }: { readonly job: InboxJob; readonly isFocused: boolean }) {
  const { can, zone } = useSession()
  const now = useClock(60_000)
  const [refused, setRefused] = useState<ApiFailure | null>(null)
  const quote = job.my_quote
  if (describeClosedJob(job) !== null) return <ClosedQuote job={job} />
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
      <p role="status" className="quote-sent">
        {isQuoteLive(quote) &&
          `${quote.revision > 1 ? 'Revised quote' : 'Quote'} sent. Valid until ${formatInstantToday(Date.parse(quote.valid_until), zone, now)}.`}
      </p>
      <QuoteSheet key={`${quote?.id ?? 0}-${quote?.revision ?? 0}`} label={isQuoteLive(quote) ? 'Revise quote' : 'Quote'}>
        <QuoteForm job={job} like={quote} onFailed={setRefused} isFocused={isFocused} />
      </QuoteSheet>
    </>
  )
}

/** The form of a quote. On a phone it is a sheet, opened by the page's primary button. */
function QuoteSheet({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(false)
  if (!isPhone) return <div className="quote-card">{children}</div>
  return (
    <>
      <PrimaryBar>
        <Button onClick={() => setOpen(true)}>{label}</Button>
      </PrimaryBar>
      <Drawer
        title={label}
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="85%"
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{ body: 'job-quote' }}
      >
        {children}
      </Drawer>
    </>
  )
}

/** The reason why a job is closed, the last quote, and an unsent draft. */
function ClosedQuote({ job }: { readonly job: InboxJob }) {
  const { zone } = useSession()
  const now = useClock(60_000)
  const why =
    job.status === 'expired'
      ? `Quoting closed ${formatInstantToday(Date.parse(job.quote_by), zone, now)}.`
      : describeClosedJob(job)
  return (
    <>
      <p>
        {why} {job.booking_ref !== null && <Link href={`/bookings/${job.booking_ref}`}>Open booking</Link>}
      </p>
      <SentQuoteLine job={job} />
      <Unsent job={job} />
    </>
  )
}

/** The draft of a quote that can no longer be sent: the form to read, and buttons to copy or discard it. */
function Unsent({ job }: { readonly job: InboxJob }) {
  const { values, clear } = useDraft<QuoteValues>(`quote-${job.ref}`, {})
  const { price_amount: amount = null, note } = values
  const [, navigate] = useLocation()
  const [isCopied, setCopied] = useState(false)
  if (amount === null && !note) return null
  const text = [amount === null ? null : formatMoney(amount, job.currency_code), note].filter(Boolean).join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <section className="job-unsent" aria-label="Not sent">
      <p role="alert">
        {job.status === 'expired' ? 'Your draft was not sent. It is kept.' : describeRefusal('office', 'job_closed')?.says}
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
      <QuoteForm job={job} like={null} isClosed />
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
