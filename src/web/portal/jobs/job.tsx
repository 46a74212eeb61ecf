import { Button } from '@mantine/core'
import { Link, useParams } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { useSession } from '../../office/api/session.ts'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { LocalTime } from '../../office/parts/moment.tsx'
import { useClock } from '../../office/parts/now.ts'
import { PageHead, PrimaryBar } from '../../office/parts/page-head.tsx'
import { usePhone } from '../../office/parts/phone.ts'
import { StateBadge } from '../../office/parts/state-badge.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { formatDistance } from '../../plain/distance-said.ts'
import { formatInstantToday, isUrgent } from '../../plain/moment.ts'
import { findShownEnd } from '../../plain/trip-end.ts'
import { findJobState, formatWord, hasAcceptedQuote } from '../../plain/words.ts'
import { RequestDrawer } from '../requests/drawer.tsx'
import { AboutJob } from './about-job.tsx'
import { JobActions } from './job-actions.tsx'
import { JobMoney } from './job-money.tsx'
import { formatJobRoute } from './job-words.ts'
import { type InboxJob, useJob } from './jobs.ts'
import './jobs.css'
import { QuotePart, RequestNote } from './quote-part.tsx'
import { QuoteVersions } from './quote-versions.tsx'

/** The page of one job (`/portal/jobs/…`): trip details and quote. */
export function JobPage() {
  const { ref = '' } = useParams<{ ref: string }>()
  const query = useJob(ref)
  return (
    <ReadStates query={query}>
      {({ data: job }) => (
        <>
          <PageHead
            title={formatJobRoute(job)}
            beside={
              <>
                <Group job={job} />
                <JobActions job={job} />
              </>
            }
          />
          <RequestButton job={job} />
          <JobHead job={job} />
          <div className="job-page">
            <JobBody job={job} />
          </div>
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
            <div>
              <h2>{formatJobRoute(job)}</h2>
              <Group job={job} />
            </div>
            <JobActions job={job} />
            <RequestButton job={job} isBeside />
          </header>
          <JobHead job={job} />
          <JobBody job={job} isBeside />
        </article>
      )}
    </ReadStates>
  )
}

function Group({ job: { passenger_count, trip_type } }: { readonly job: InboxJob }) {
  return (
    <span>
      {formatCount(passenger_count, 'passenger')}, {formatWord(trip_type).toLowerCase()}
    </span>
  )
}

const deadlineWords: Readonly<Record<string, string>> = {
  fresh: 'closes',
  quoted: 'offer ends',
  booking_requested: 'answer by',
}

/** The line below the heading: departure, distance, state with its deadline, and the reference. */
function JobHead({ job }: { readonly job: InboxJob }) {
  const now = useClock(60_000)
  const { zone } = useSession()
  const state = findJobState(job, now)
  const { until } = state
  return (
    <p className="job-head">
      <LocalTime at={job.departs_at} until={findShownEnd(job)} />
      {job.distance_m !== null && <span>{formatDistance(job.distance_m, zone)}</span>}
      <StateBadge state={state} hasCountdown={false} />
      {until !== null && (
        <time dateTime={until} className={isUrgent(until, now) ? 'late' : undefined}>
          {deadlineWords[job.status] ?? 'until'} {formatInstantToday(Date.parse(until), zone, now)}
        </time>
      )}
      <Link className="ref" href={`/jobs/${job.ref}`}>
        {job.ref}
      </Link>
    </p>
  )
}

const requestDefaults = { request: '', ref: '' }

/** The button that opens a booking request: at the top right of the job, on a phone at the bottom. */
function RequestButton({ job, isBeside = false }: { readonly job: InboxJob; readonly isBeside?: boolean }) {
  const { can } = useSession()
  const isPhone = usePhone()
  const [, setUrl] = useUrlState(requestDefaults)
  const request = job.my_quote?.booking_request
  if (job.status !== 'booking_requested' || !request || !can('quotes:write')) return null
  const isYes = hasAcceptedQuote(request)
  // Beside the inbox the address must name the job, because the first job of the list can change.
  const open = () => setUrl({ request: '1', ...(isBeside && { ref: job.ref }) })
  const button = (
    <Button {...(isYes && { variant: 'default' })} onClick={open}>
      {isYes ? 'Open request' : 'Answer request'}
    </Button>
  )
  return isBeside && !isPhone ? button : <PrimaryBar>{button}</PrimaryBar>
}

function JobBody({ job, isBeside = false }: { readonly job: InboxJob; readonly isBeside?: boolean }) {
  const { can } = useSession()
  const [{ request, ref }, setUrl] = useUrlState(requestDefaults)
  const isRequestOpen = request !== '' && (!isBeside || ref === job.ref)
  const quote = job.my_quote
  return (
    <div className="job-body">
      <AboutJob job={job} />
      <section className="job-quote" aria-label="Your quote">
        {job.status === 'booking_requested' && quote !== null && <RequestNote quote={quote} />}
        <QuotePart job={job} isFocused={!isBeside && !isRequestOpen} />
        {quote !== null && can('bookings:read') && <JobMoney job={job} quote={quote} />}
        <QuoteVersions tripRef={job.ref} count={quote?.revision ?? 0} />
      </section>
      <RequestDrawer job={job} isOpen={isRequestOpen} close={() => setUrl({ request: '' })} />
    </div>
  )
}
